/** Given and family names that belong together. They appear only in texts of notifications. */
const NAMES: readonly (readonly [given: readonly string[], family: readonly string[]])[] = [
  [
    ['Grace', 'Daniel', 'Maya', 'Owen', 'Ruth', 'Leon'],
    ['Okafor', 'Whitfield', 'Sullivan', 'Marsh', 'Delgado', 'Bennett'],
  ],
  [
    ['María José', 'Íñigo', 'Lucía', 'Ramón'],
    ['Núñez', 'Ibáñez Peña', 'Herrera', 'Muñoz'],
  ],
  [
    ['Amélie', 'Théo', 'Noëlle'],
    ['Lefèvre', 'Garçon', 'Benoît'],
  ],
  [
    ['Jürgen', 'Käthe', 'Sören'],
    ['Großmann', 'Weiß', 'Müller-Lüdenscheidt'],
  ],
  [
    ['Zofia', 'Łukasz', 'Agnieszka'],
    ['Wiśniewska', 'Jabłoński', 'Gąsior'],
  ],
  [
    ['Anh Thư', 'Quốc Bảo'],
    ['Nguyễn', 'Đặng'],
  ],
  [
    ['Ольга', 'Сергей', 'Наталья'],
    ['Королёва', 'Шевченко', 'Иванов'],
  ],
  [
    ['Ελένη', 'Γιώργος'],
    ['Παπαδοπούλου', 'Νικολάου'],
  ],
  [
    ['أميرة', 'يوسف', 'ليلى'],
    ['حداد', 'الخطيب', 'منصور'],
  ],
  [
    ['נועה', 'אביגיל', 'איתן'],
    ['לוי', 'פרידמן'],
  ],
  [
    ['अनन्या', 'रोहन'],
    ['शर्मा', 'पटेल'],
  ],
];

/** Names that are written without a space, family name first. */
const EASTERN_NAMES: readonly string[] = [
  '王秀英',
  '李明',
  '陈晓燕',
  '佐藤花子',
  '高橋健一',
  '김서연',
  '박지훈',
];

/** All full names of people, in a fixed order. */
export const PERSON_NAMES: readonly string[] = [
  ...NAMES.flatMap(([given, family]) => given.flatMap((first) => family.map((last) => `${first} ${last}`))),
  ...EASTERN_NAMES,
];

export const PROVIDER_NAMES: readonly string[] = [
  'Dr. Ngozi Okafor',
  'Dr. Henrik Sørensen',
  'Dr. Priya Raman',
  'Dr. Tomás Echeverría',
  'Dr. Hannah Whitfield',
  'Dr. Kenji Watanabe',
  'Dr. Leila Haddad',
  'Dr. Marcus Bell',
  'Anna Kowalczyk, NP',
  'Samuel Osei, PA-C',
];

/** Facilities and the types of requisitions they serve. */
export const FACILITIES: readonly (readonly [name: string, serves: 'lab' | 'imaging' | 'general'])[] = [
  ['Riverside Diagnostic Laboratory', 'lab'],
  ['Northgate Imaging', 'imaging'],
  ['St. Brigid Hospital, Radiology', 'imaging'],
  ['Harbor Women’s Imaging Center', 'imaging'],
  ['Elm Street Physiotherapy', 'general'],
  ['University Heart Station', 'general'],
  ['Mobile Phlebotomy West', 'lab'],
  ['Lakeside Endoscopy', 'general'],
];
