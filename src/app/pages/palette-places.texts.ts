const en = {
  actions: {
    system: "Colours as the device has them",
    theme: "colour theme appearance",
    language: "Language",
  },
  places: {
    notifications: "Notifications",
    preferences: "Which messages you get",
    security: "Password and devices",
    privacy: "Your data and consents",
    calendar: "Subscribe to your calendar",
    oneOnOne: "One-on-one times",
    attendance: "Attendance",
    check: "Check camera and microphone",
    timetable: "Timetable",
    messages: "Messages to parents",
    sms: "Text messages",
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
    notifications: "सूचनाएँ",
    preferences: "आपको कौन से संदेश मिलें",
    security: "पासवर्ड और डिवाइस",
    privacy: "आपका डेटा और सहमति",
    calendar: "कैलेंडर से जोड़ें",
    oneOnOne: "अकेले की क्लास के समय",
    attendance: "उपस्थिति",
    check: "कैमरा और माइक जाँचें",
    timetable: "समय-सारणी",
    messages: "माता-पिता को संदेश",
    sms: "टेक्स्ट संदेश",
    outbox: "आउटबॉक्स",
    trial: "ट्रायल मोड",
  },
  join: (title) => `${title} में जाएँ`,
  today: "आज",
}

export const palettePlacesTexts = { en, hi }
