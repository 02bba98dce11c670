/** An order's name in its own script, and the order's English name. */
type NativeName = readonly [own: string, order: string];

/** Names, details and comments of orders in one language other than English. */
export interface OrderTextsInLanguage {
  readonly lab: readonly NativeName[];
  readonly imaging: readonly NativeName[];
  readonly general: readonly NativeName[];
  /** Order details as written for laboratory orders. */
  readonly details: readonly string[];
  readonly comments: readonly string[];
}

export const ORDER_TEXTS_IN_OTHER_LANGUAGES: readonly OrderTextsInLanguage[] = [
  {
    lab: [
      ['فحص صورة دم كاملة', 'CBC with differential'],
      ['السكر التراكمي (HbA1c)', 'Hemoglobin A1c'],
      ['وظائف الغدة الدرقية', 'TSH with reflex free T4'],
    ],
    imaging: [
      ['أشعة سينية على الصدر', 'X-ray chest, 2 views'],
      ['تصوير بالموجات فوق الصوتية للبطن', 'Ultrasound abdomen, complete'],
    ],
    general: [
      ['علاج طبيعي لأسفل الظهر', 'Physiotherapy, lower back'],
      ['تخطيط القلب الكهربائي', '12-lead ECG'],
    ],
    details: ['المريضة صائمة منذ اثنتي عشرة ساعة. يرجى الاتصال بالعيادة إذا كان الهيموغلوبين أقل من 9 غ/دل.'],
    comments: [
      'تم إبلاغ المريض بالنتيجة عبر الهاتف.',
      'طلب المريض مترجماً للموعد القادم (Arabic interpreter, 30 min).',
    ],
  },
  {
    lab: [
      ['ספירת דם מלאה', 'CBC with differential'],
      ['פרופיל שומנים', 'Lipid panel'],
    ],
    imaging: [
      ['צילום חזה', 'X-ray chest, 2 views'],
      ['אולטרסאונד בטן', 'Ultrasound abdomen, complete'],
    ],
    general: [
      ['פיזיותרפיה לגב תחתון', 'Physiotherapy, lower back'],
      ['אקג 12 לידים', '12-lead ECG'],
    ],
    details: ['נא להגיע בצום של 10 שעות. נוטל קומדין, INR אחרון 2.8.'],
    comments: ['המטופלת ביקשה לקבל עותק בדואר.', 'נמסר לד״ר לוי, ממתין לחתימה.'],
  },
  {
    lab: [
      ['全血细胞计数及分类', 'CBC with differential'],
      ['糖化血红蛋白', 'Hemoglobin A1c'],
      ['甲状腺功能三项', 'TSH with reflex free T4'],
    ],
    imaging: [
      ['胸部X光(正侧位)', 'X-ray chest, 2 views'],
      ['腹部超声检查', 'Ultrasound abdomen, complete'],
    ],
    general: [
      ['十二导联心电图', '12-lead ECG'],
      ['营养咨询', 'Nutrition counselling'],
    ],
    details: ['患者需空腹8小时。近两周乏力,无发热。若血红蛋白低于90 g/L请立即电话通知。'],
    comments: ['已通知患者来取报告。', '家属希望用普通话沟通,请安排翻译。'],
  },
  {
    lab: [
      ['血液検査一式', 'Comprehensive metabolic panel'],
      ['脂質検査', 'Lipid panel'],
    ],
    imaging: [
      ['腰椎MRI(単純)', 'MRI lumbar spine without contrast'],
      ['胸部レントゲン', 'X-ray chest, 2 views'],
    ],
    general: [
      ['睡眠時無呼吸の簡易検査', 'Home sleep apnea test'],
      ['理学療法(腰部)', 'Physiotherapy, lower back'],
    ],
    details: ['前日夜9時以降は絶食でお願いします。ワルファリン内服中のため止血にご注意ください。'],
    comments: ['ご本人に電話で説明済みです。', '次回の予約は来週火曜日の午前を希望。'],
  },
  {
    lab: [
      ['Общий анализ крови', 'CBC with differential'],
      ['Липидный профиль', 'Lipid panel'],
      ['Анализ мочи с посевом', 'Urinalysis with reflex culture'],
    ],
    imaging: [
      ['Рентген грудной клетки', 'X-ray chest, 2 views'],
      ['УЗИ органов брюшной полости', 'Ultrasound abdomen, complete'],
    ],
    general: [
      ['Суточное мониторирование давления', 'Ambulatory blood pressure, 24 h'],
      ['Консультация диетолога', 'Nutrition counselling'],
    ],
    details: ['Натощак. Принимает варфарин, последнее МНО 2,6. Результат сообщить до 17:00.'],
    comments: ['Пациентка просит прислать копию на портал.', 'Повторить через шесть недель.'],
  },
  {
    lab: [
      ['Γενική εξέταση αίματος', 'CBC with differential'],
      ['Έλεγχος θυρεοειδούς', 'TSH with reflex free T4'],
    ],
    imaging: [
      ['Ακτινογραφία θώρακος', 'X-ray chest, 2 views'],
      ['Υπέρηχος άνω κοιλίας', 'Ultrasound abdomen, complete'],
    ],
    general: [
      ['Σπιρομέτρηση', 'Spirometry with bronchodilator'],
      ['Φυσικοθεραπεία μέσης', 'Physiotherapy, lower back'],
    ],
    details: ['Νηστικός από το βράδυ. Παρακαλώ να σταλεί αντίγραφο στον καρδιολόγο.'],
    comments: ['Ο ασθενής ενημερώθηκε τηλεφωνικά.'],
  },
  {
    lab: [
      ['पूर्ण रक्त गणना (CBC)', 'CBC with differential'],
      ['थायरॉइड जाँच', 'TSH with reflex free T4'],
    ],
    imaging: [
      ['छाती का एक्स-रे', 'X-ray chest, 2 views'],
      ['पेट का अल्ट्रासाउंड', 'Ultrasound abdomen, complete'],
    ],
    general: [
      ['ईसीजी', '12-lead ECG'],
      ['मधुमेह शिक्षा', 'Diabetes education'],
    ],
    details: ['मरीज़ को 10 घंटे खाली पेट आना है। पिछली शुगर 212 mg/dL थी।'],
    comments: ['रिपोर्ट मरीज़ को दे दी गई है।', 'अगली बार हिंदी दुभाषिया चाहिए।'],
  },
  {
    lab: [
      ['Hémogramme complet', 'CBC with differential'],
      ['Bilan métabolique complet', 'Comprehensive metabolic panel'],
    ],
    imaging: [
      ['Radiographie du thorax, face et profil', 'X-ray chest, 2 views'],
      ['Échographie abdominale', 'Ultrasound abdomen, complete'],
    ],
    general: [
      ['Kinésithérapie du rachis', 'Physiotherapy, lower back'],
      ['Électrocardiogramme', '12-lead ECG'],
    ],
    details: ['À jeun depuis la veille. Patiente sous lévothyroxine, à prendre après la prise de sang.'],
    comments: [
      'Résultat communiqué à l’infirmière à domicile.',
      'Où envoyer l’original ? Voir avec l’accueil.',
    ],
  },
  {
    lab: [
      ['Großes Blutbild', 'CBC with differential'],
      ['Schilddrüsenwerte', 'TSH with reflex free T4'],
    ],
    imaging: [
      ['MRT Lendenwirbelsäule ohne Kontrastmittel', 'MRI lumbar spine without contrast'],
      ['Röntgen Thorax in zwei Ebenen', 'X-ray chest, 2 views'],
    ],
    general: [
      ['Langzeit-EKG (48 Std.)', 'Holter monitor, 48 h'],
      ['Krankengymnastik', 'Physiotherapy, lower back'],
    ],
    details: ['Nüchtern. Bitte Überweiser Dr. Größler in Kopie; Übergabe am Empfang.'],
    comments: [
      'Befund liegt vor, Rückruf erbeten.',
      'Präparat wegen Hämolyse verworfen, neue Abnahme nötig.',
    ],
  },
  {
    lab: [
      ['Morfologia krwi z rozmazem', 'CBC with differential'],
      ['Perfil lipídico en ayunas', 'Lipid panel'],
      ['Hormônios da tireoide', 'TSH with reflex free T4'],
    ],
    imaging: [
      ['Ecografía abdominal', 'Ultrasound abdomen, complete'],
      ['Rentgen hrudníku', 'X-ray chest, 2 views'],
      ['USG tarczycy', 'Thyroid ultrasound'],
    ],
    general: [
      ['Rehabilitación lumbar', 'Physiotherapy, lower back'],
      ['Kolonoskopia – skierowanie', 'Colonoscopy referral'],
      ['Chăm sóc vết thương tại nhà', 'Wound care, home nursing'],
    ],
    details: [
      'Ayuno de 8 horas. ¿Alergia al látex? Sí: avisar a la flebotomista. Proszę o kopię dla pacjentki.',
    ],
    comments: [
      'Paciente avisada; mañana recoge el informe.',
      'Pacjent prosi o wynik w języku polskim. Děkuji.',
    ],
  },
];
