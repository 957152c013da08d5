const en = {
  actions: {
    system: "Use the device's colours",
    theme: "colour theme appearance",
    language: "Language",
  },
  teaching: {
    schedule: "Schedule a class",
    run: "Run live classes",
    week: "View your week",
    hall: "Take the register",
    oneOnOne: "Offer one-on-one",
    attendance: "Attendance by month",
    messages: "Messages to parents",
  },
  places: {
    orders: "Orders",
    points: "Points and credit",
    refer: "Invite a friend",
    proofs: "Medical proofs",
    notifications: "Notifications",
    preferences: "Which messages you get",
    security: "Password and devices",
    privacy: "Your data and consents",
    calendar: "Subscribe in your calendar",
    check: "Check camera and microphone",
    basket: "Your basket",
    outbox: "Outbox",
    trial: "Trial mode",
  },
  join: (title: string) => `Join ${title}`,
  today: "Today",
}

const hi: typeof en = {
  actions: {
    system: "रंग डिवाइस जैसे",
    theme: "रंग थीम",
    language: "भाषा",
  },
  teaching: {
    schedule: "क्लास रखें",
    run: "लाइव क्लास चलाएँ",
    week: "अपना हफ़्ता देखें",
    hall: "हाज़िरी लें",
    oneOnOne: "वन-ऑन-वन का समय दें",
    attendance: "महीने की हाज़िरी",
    messages: "माता-पिता को मैसेज",
  },
  places: {
    orders: "ऑर्डर",
    points: "पॉइंट और जमा राशि",
    refer: "दोस्त को बुलाएँ",
    proofs: "बीमारी के सबूत",
    notifications: "सूचनाएँ",
    preferences: "आपको कौन से मैसेज मिलें",
    security: "पासवर्ड और डिवाइस",
    privacy: "आपका डेटा और सहमति",
    calendar: "कैलेंडर से जोड़ें",
    check: "कैमरा और माइक जाँचें",
    basket: "आपकी टोकरी",
    outbox: "आउटबॉक्स",
    trial: "ट्रायल मोड",
  },
  join: (title) => `${title} में जाएँ`,
  today: "आज",
}

export const palettePlacesTexts = { en, hi }
