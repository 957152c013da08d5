import { ordinal } from "#features/classes/rules.ts"

const en = {
  title: "Request a free demo class",
  back: "Your family",
  with: (teacher: string) => `with ${teacher}`,
  seats: (count: number) => (count === 1 ? "1 seat free" : `${count} seats free`),
  full: "All seats are taken. The request joins the waitlist.",
  who: "Who is it for?",
  choose: "Choose a child",
  states: {
    pending: "Already requested. Waiting for an answer.",
    approved: "Has a seat already.",
    rejected: "The teacher declined the request for this class.",
    offered: "Offered instead of another time. The seat is confirmed at once.",
    trial: "Has the free trial of this activity:",
    adult: "Is 18 and requests demo classes from their own account.",
    right: "Another guardian decides about this child.",
    closed: "This account is closed.",
  },
  unconsented: (child: string) => `${child} can join live classes only once you agree to them.`,
  decide: "Decide about consents",
  next: "What happens next",
  steps: (teacher: string) => [
    `${teacher} answers the request. It's free and no payment follows.`,
    "We call your family's number to answer your questions.",
    "You read the answer on your family page. Your child and the other guardians see it as well.",
  ],
  once: "Each child gets one free trial for each activity.",
  request: "Request demo",
  requestFor: (child: string) => `Request demo for ${child}`,
  takeFor: (child: string) => `Take the seat for ${child}`,
  noneTitle: "You can't request this class",
  none: "A guardian who decides about consents can request demo classes for children under 18.",
  askedTitle: "Already requested",
  asked: "The answer comes on your family page.",
  confirmFirst: "First confirm on your family page that this is your child.",
  toFamily: "Open your family page",
  others: "See other demo classes",
  closedTitle: "This class no longer takes requests",
  closedText: "It has begun, is over or was cancelled.",
  requested: (child: string) => `Demo requested for ${child}`,
  requestedText: (teacher: string, place: number | null, callBy: string | null) =>
    [
      `${teacher} will answer.`,
      place === null ? "" : `The request is ${ordinal(place)} on the waitlist.`,
      callBy === null ? "" : `We'll call your family's number by ${callBy}.`,
      "You'll read the answer here.",
    ]
      .filter(Boolean)
      .join(" "),
  confirmed: (child: string) => `Seat confirmed for ${child}`,
  failed: "The request wasn't sent",
}

const hi: typeof en = {
  title: "मुफ़्त डेमो क्लास का अनुरोध भेजें",
  back: "आपका परिवार",
  with: (teacher) => `टीचर: ${teacher}`,
  seats: (count) => (count === 1 ? "1 सीट ख़ाली" : `${count} सीटें ख़ाली`),
  full: "सभी सीटें भर चुकी हैं। अनुरोध वेटलिस्ट में जाएगा।",
  who: "यह किसके लिए है?",
  choose: "बच्चा चुनें",
  states: {
    pending: "अनुरोध भेजा जा चुका है। जवाब का इंतज़ार है।",
    approved: "सीट पहले से पक्की है।",
    rejected: "टीचर ने इस क्लास का अनुरोध नामंज़ूर किया है।",
    offered: "दूसरे समय के बदले दी गई क्लास। सीट तुरंत पक्की होगी।",
    trial: "इस गतिविधि का मुफ़्त ट्रायल ले चुके हैं:",
    adult: "वे 18 साल के हैं और अपने खाते से ख़ुद अनुरोध भेजते हैं।",
    right: "इस बच्चे के लिए दूसरे अभिभावक तय करते हैं।",
    closed: "यह खाता बंद है।",
  },
  unconsented: (child) => `आपकी सहमति के बाद ही ${child} लाइव क्लास में जुड़ सकते हैं।`,
  decide: "सहमति का फ़ैसला करें",
  next: "आगे क्या होगा",
  steps: (teacher) => [
    `${teacher} अनुरोध का जवाब देंगे। यह मुफ़्त है और बाद में कोई भुगतान नहीं लगता।`,
    "आपके सवालों के जवाब देने के लिए हम परिवार के नंबर पर फ़ोन करेंगे।",
    "जवाब आपको परिवार के पेज पर मिलेगा। बच्चे और बाक़ी अभिभावकों को भी दिखेगा।",
  ],
  once: "हर बच्चे को हर गतिविधि का एक मुफ़्त ट्रायल मिलता है।",
  request: "डेमो का अनुरोध भेजें",
  requestFor: (child) => `${child} के लिए अनुरोध भेजें`,
  takeFor: (child) => `${child} के लिए सीट लें`,
  noneTitle: "आप इस क्लास का अनुरोध नहीं भेज सकते",
  none: "18 साल से छोटे बच्चों के लिए डेमो क्लास का अनुरोध वही अभिभावक भेज सकते हैं जो सहमति का फ़ैसला करते हैं।",
  askedTitle: "अनुरोध भेजा जा चुका है",
  asked: "जवाब परिवार के पेज पर मिलेगा।",
  confirmFirst: "पहले परिवार के पेज पर बताएँ कि यह आपका बच्चा है।",
  toFamily: "परिवार का पेज खोलें",
  others: "दूसरी डेमो क्लासें देखें",
  closedTitle: "इस क्लास के लिए अब अनुरोध नहीं लिए जाते",
  closedText: "क्लास शुरू हो चुकी है, ख़त्म हो गई है या रद्द है।",
  requested: (child) => `${child} के लिए अनुरोध भेज दिया गया`,
  requestedText: (teacher, place, callBy) =>
    [
      `${teacher} जवाब देंगे।`,
      place === null ? "" : `वेटलिस्ट में नंबर ${place} है।`,
      callBy === null ? "" : `हम परिवार के नंबर पर ${callBy} तक फ़ोन करेंगे।`,
      "जवाब आपको यहीं दिखेगा।",
    ]
      .filter(Boolean)
      .join(" "),
  confirmed: (child) => `${child} की सीट पक्की है`,
  failed: "अनुरोध नहीं भेजा गया",
}

/** The texts of the page where a guardian requests a demo class for a child. */
export const familyDemoTexts = { en, hi }
