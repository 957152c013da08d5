const en = {
  title: "At the gate",
  description: "Show this code when you bring or collect a child.",
  back: "Your family",
  qr: "QR code for the gate",
  today: "Valid until the end of today. Tomorrow there is a new one.",
  collectors: "Who may collect your children",
  noChildren: "No child is confirmed yet",
  noChildrenText: "Children appear here once you are confirmed as their guardian.",
  young:
    "Children under 10, or of unknown age, are handed over to you, another guardian, or somebody on this list.",
  older: "From the age of 10 children may leave alone.",
  nobody: "Nobody besides the guardians.",
  name: "Name of somebody who may collect",
  add: "Add",
  added: (name: string) => `${name} may collect now`,
  remove: "Remove",
  removeNamed: (name: string) => `Remove ${name}`,
  removed: "Removed from the list",
  card: (name: string) => `${name}'s card`,
}

const hi: typeof en = {
  title: "गेट पर",
  description: "बच्चे को छोड़ते या लेते समय यह कोड दिखाएँ।",
  back: "आपका परिवार",
  qr: "गेट के लिए QR कोड",
  today: "आज रात तक चलेगा। कल नया कोड होगा।",
  collectors: "बच्चों को कौन ले जा सकता है",
  noChildren: "अभी किसी बच्चे की पुष्टि नहीं हुई",
  noChildrenText: "अभिभावक के तौर पर आपकी पुष्टि होने पर बच्चे यहाँ दिखेंगे।",
  young:
    "10 साल से छोटे बच्चे, और वे जिनकी उम्र हमें मालूम नहीं है, आपको, दूसरे अभिभावक को या इस सूची के किसी व्यक्ति को सौंपे जाते हैं।",
  older: "10 साल की उम्र से बच्चे अकेले जा सकते हैं।",
  nobody: "अभिभावकों के अलावा कोई नहीं।",
  name: "ले जा सकने वाले का नाम",
  add: "जोड़ें",
  added: (name) => `अब ${name} बच्चे को ले जा सकते हैं`,
  remove: "हटाएँ",
  removeNamed: (name) => `${name} को हटाएँ`,
  removed: "सूची से हटा दिया गया",
  card: (name) => `${name} का कार्ड`,
}

/** The texts of what a guardian shows at the gate. */
export const myGateTexts = { en, hi }
