const en = {
  actions: {
    system: "Use the device's colours",
    theme: "colour theme appearance",
    language: "Language",
  },
  places: {
    orders: "Orders",
    points: "Points and credit",
    refer: "Invite a friend",
    notifications: "Notifications",
    preferences: "Which messages you get",
    security: "Password and devices",
    privacy: "Your data and consents",
    calendar: "Subscribe in your calendar",
    check: "Check camera and microphone",
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
  places: {
    orders: "ऑर्डर",
    points: "पॉइंट और जमा राशि",
    refer: "दोस्त को बुलाएँ",
    notifications: "सूचनाएँ",
    preferences: "आपको कौन से मैसेज मिलें",
    security: "पासवर्ड और डिवाइस",
    privacy: "आपका डेटा और सहमति",
    calendar: "कैलेंडर से जोड़ें",
    check: "कैमरा और माइक जाँचें",
    outbox: "आउटबॉक्स",
    trial: "ट्रायल मोड",
  },
  join: (title) => `${title} में जाएँ`,
  today: "आज",
}

export const palettePlacesTexts = { en, hi }
