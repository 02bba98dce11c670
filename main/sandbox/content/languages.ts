/** What a desk sees that serves people of several languages: orders, notes and names in their own scripts. */
export interface Language {
  readonly lab: readonly string[];
  readonly imaging: readonly string[];
  readonly general: readonly string[];
  readonly details: readonly string[];
  readonly comments: readonly string[];
}

export const LANGUAGES: readonly Language[] = [
  {
    lab: ['فحص صورة دم كاملة', 'السكر التراكمي (HbA1c)', 'وظائف الغدة الدرقية'],
    imaging: ['أشعة سينية على الصدر', 'تصوير بالموجات فوق الصوتية للبطن'],
    general: ['علاج طبيعي لأسفل الظهر', 'تخطيط القلب الكهربائي'],
    details: ['المريضة صائمة منذ اثنتي عشرة ساعة. يرجى الاتصال بالعيادة إذا كان الهيموغلوبين أقل من 9 غ/دل.'],
    comments: ['تم إبلاغ المريض بالنتيجة عبر الهاتف.', 'طلب المريض مترجماً للموعد القادم (Arabic interpreter, 30 min).'],
  },
  {
    lab: ['ספירת דם מלאה', 'פרופיל שומנים'],
    imaging: ['צילום חזה', 'אולטרסאונד בטן'],
    general: ['פיזיותרפיה לגב תחתון', 'אקג 12 לידים'],
    details: ['נא להגיע בצום של 10 שעות. נוטל קומדין, INR אחרון 2.8.'],
    comments: ['המטופלת ביקשה לקבל עותק בדואר.', 'נמסר לד״ר לוי, ממתין לחתימה.'],
  },
  {
    lab: ['全血细胞计数及分类', '糖化血红蛋白', '甲状腺功能三项'],
    imaging: ['胸部X光(正侧位)', '腹部超声检查'],
    general: ['十二导联心电图', '营养咨询'],
    details: ['患者需空腹8小时。近两周乏力,无发热。若血红蛋白低于90 g/L请立即电话通知。'],
    comments: ['已通知患者来取报告。', '家属希望用普通话沟通,请安排翻译。'],
  },
  {
    lab: ['血液検査一式', '脂質検査'],
    imaging: ['腰椎MRI(単純)', '胸部レントゲン'],
    general: ['睡眠時無呼吸の簡易検査', '理学療法(腰部)'],
    details: ['前日夜9時以降は絶食でお願いします。ワルファリン内服中のため止血にご注意ください。'],
    comments: ['ご本人に電話で説明済みです。', '次回の予約は来週火曜日の午前を希望。'],
  },
  {
    lab: ['Общий анализ крови', 'Липидный профиль', 'Анализ мочи с посевом'],
    imaging: ['Рентген грудной клетки', 'УЗИ органов брюшной полости'],
    general: ['Суточное мониторирование давления', 'Консультация диетолога'],
    details: ['Натощак. Принимает варфарин, последнее МНО 2,6. Результат сообщить до 17:00.'],
    comments: ['Пациентка просит прислать копию на портал.', 'Повторить через шесть недель.'],
  },
  {
    lab: ['Γενική εξέταση αίματος', 'Έλεγχος θυρεοειδούς'],
    imaging: ['Ακτινογραφία θώρακος', 'Υπέρηχος άνω κοιλίας'],
    general: ['Σπιρομέτρηση', 'Φυσικοθεραπεία γόνατος'],
    details: ['Νηστικός από το βράδυ. Παρακαλώ να σταλεί αντίγραφο στον καρδιολόγο.'],
    comments: ['Ο ασθενής ενημερώθηκε τηλεφωνικά.'],
  },
  {
    lab: ['पूर्ण रक्त गणना (CBC)', 'थायरॉइड जाँच'],
    imaging: ['छाती का एक्स-रे', 'पेट का अल्ट्रासाउंड'],
    general: ['ईसीजी', 'मधुमेह शिक्षा'],
    details: ['मरीज़ को 10 घंटे खाली पेट आना है। पिछली शुगर 212 mg/dL थी।'],
    comments: ['रिपोर्ट मरीज़ को दे दी गई है।', 'अगली बार हिंदी दुभाषिया चाहिए।'],
  },
  {
    lab: ['Hémogramme complet', 'Bilan hépatique à jeun'],
    imaging: ['Radiographie du thorax, face et profil', 'Échographie abdominale'],
    general: ['Kinésithérapie du rachis', 'Épreuve d’effort'],
    details: ['À jeun depuis la veille. Patiente sous lévothyroxine, à prendre après la prise de sang.'],
    comments: ['Résultat communiqué à l’infirmière à domicile.', 'Où envoyer l’original ? Voir avec l’accueil.'],
  },
  {
    lab: ['Großes Blutbild', 'Schilddrüsenwerte'],
    imaging: ['MRT Lendenwirbelsäule ohne Kontrastmittel', 'Röntgen Thorax in zwei Ebenen'],
    general: ['Langzeit-EKG (24 Std.)', 'Krankengymnastik'],
    details: ['Nüchtern. Bitte Überweiser Dr. Größler in Kopie; Übergabe am Empfang.'],
    comments: ['Befund liegt vor, Rückruf erbeten.', 'Präparat wegen Hämolyse verworfen, neue Abnahme nötig.'],
  },
  {
    lab: ['Morfologia krwi z rozmazem', 'Perfil lipídico en ayunas', 'Hormônios da tireoide'],
    imaging: ['Ecografía abdominal', 'Rentgen hrudníku', 'USG tarczycy'],
    general: ['Rehabilitación de hombro', 'Kolonoskopia – skierowanie', 'Nữ hộ sinh thăm khám tại nhà'],
    details: ['Ayuno de 8 horas. ¿Alergia al látex? Sí: avisar a la flebotomista. Proszę o kopię dla pacjentki.'],
    comments: ['Paciente avisada; mañana recoge el informe.', 'Pacjent prosi o wynik w języku polskim. Děkuji.'],
  },
];
