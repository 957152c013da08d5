const en = {
  title: "New articles by e-mail",
  lead: "New articles now and then. Unsubscribe with one click.",
  email: "E-mail",
  trap: "Website (leave this empty)",
  subscribe: "Subscribe",
  errorTitle: "You're not subscribed yet",
  sent: {
    title: "Check your inbox",
    description: "We sent you a link. Open it to confirm your subscription.",
  },
  confirm: {
    title: "Confirm your subscription",
    text: "Confirm to get new blog articles by e-mail.",
    button: "Confirm subscription",
    doneTitle: "You're subscribed",
    doneText: "You'll get each new article by e-mail. Every e-mail has an unsubscribe link.",
  },
  end: {
    title: "Unsubscribe",
    text: "You won't get any more articles by e-mail, and we'll delete your address.",
    button: "Unsubscribe",
    doneTitle: "You're unsubscribed",
    doneText: "You won't get any more articles, and we've removed your address from our list.",
  },
  failedTitle: "That didn't work",
  toBlog: "To the blog",
}

const hi: typeof en = {
  title: "नए लेख ई-मेल पर",
  lead: "बीच-बीच में एक नया लेख, और कुछ नहीं। एक क्लिक में बंद।",
  email: "ई-मेल",
  trap: "वेबसाइट (इसे ख़ाली छोड़ दें)",
  subscribe: "सब्सक्राइब करें",
  errorTitle: "सब्सक्रिप्शन अभी नहीं हुआ",
  sent: {
    title: "अपना इनबॉक्स देखें",
    description: "हमने पुष्टि का लिंक भेजा है। उसे खोलने के बाद नए लेख आपको मिलने लगेंगे।",
  },
  confirm: {
    title: "सब्सक्रिप्शन की पुष्टि करें",
    text: "बस एक क्लिक और, फिर ब्लॉग के नए लेख आपके ई-मेल पर पहुँचेंगे।",
    button: "पुष्टि करें",
    doneTitle: "आपका सब्सक्रिप्शन हो गया",
    doneText: "अब हर नया लेख आपके ई-मेल पर आएगा। हर मेल में उसे बंद करने का लिंक होता है।",
  },
  end: {
    title: "सब्सक्रिप्शन बंद करें",
    text: "इसके बाद आपको ई-मेल पर लेख नहीं मिलेंगे, और हम आपका पता हटा देंगे।",
    button: "सब्सक्रिप्शन बंद करें",
    doneTitle: "सब्सक्रिप्शन बंद हो गया",
    doneText: "अब कोई लेख नहीं आएगा, और आपका पता हमारी सूची से हट गया है।",
  },
  failedTitle: "यह नहीं हो पाया",
  toBlog: "ब्लॉग पर जाएँ",
}

/** The texts of the Subscribe form and of the pages that its mails link to. */
export const subscribeTexts = { en, hi }
