import type { Integration } from "#contract/admin/integrations.ts"

type Name = Integration["name"]
type State = Integration["state"]

const en = {
  title: "Integrations",
  text: "Services your classes and messages use.",
  names: { video: "Video", sms: "SMS", email: "E-mail", meet: "Google Meet" } satisfies Record<Name, string>,
  states: {
    connected: "Connected",
    starting: "Starting",
    trial: "Trial outbox",
    off: "Not connected",
  } satisfies Record<State, string>,
  details: {
    video: {
      connected: (through): string =>
        through ? "Your own video server" : "The video server that comes with the product",
      starting: () => "The video server is starting",
      off: () => "The video server isn't responding",
      trial: () => "",
    },
    sms: {
      connected: (through) => `Texts are sent through ${through}`,
      trial: () => "Texts stay in the outbox of this trial",
      off: () => "No provider is set up, so no texts are sent",
      starting: () => "",
    },
    email: {
      connected: (through) => `E-mails are sent through ${through}`,
      trial: () => "E-mails stay in the outbox of this trial",
      off: () => "No mail server is set up, so no e-mails are sent",
      starting: () => "",
    },
    meet: {
      connected: () => "Classes also get a Google Meet link",
      off: () => "Not set up: classes run in the product's own rooms",
      starting: () => "",
      trial: () => "",
    },
  } satisfies Record<Name, Record<State, (through: string | null) => string>>,
}

const hi: typeof en = {
  title: "जुड़ी सेवाएँ",
  text: "आपकी क्लास और मैसेज इन सेवाओं से चलते हैं।",
  names: { video: "वीडियो", sms: "SMS", email: "ई-मेल", meet: "Google Meet" },
  states: { connected: "जुड़ी है", starting: "शुरू हो रही है", trial: "ट्रायल आउटबॉक्स", off: "जुड़ी नहीं है" },
  details: {
    video: {
      connected: (through) => (through ? "आपका अपना वीडियो सर्वर" : "इस प्रोडक्ट के साथ आया वीडियो सर्वर"),
      starting: () => "वीडियो सर्वर शुरू हो रहा है",
      off: () => "वीडियो सर्वर जवाब नहीं दे रहा",
      trial: () => "",
    },
    sms: {
      connected: (through) => `SMS ${through} से भेजे जाते हैं`,
      trial: () => "SMS इस ट्रायल के आउटबॉक्स में रहते हैं",
      off: () => "कोई सेवा सेट नहीं है, इसलिए SMS नहीं भेजे जाते",
      starting: () => "",
    },
    email: {
      connected: (through) => `ई-मेल ${through} से भेजे जाते हैं`,
      trial: () => "ई-मेल इस ट्रायल के आउटबॉक्स में रहते हैं",
      off: () => "कोई मेल सर्वर सेट नहीं है, इसलिए ई-मेल नहीं भेजे जाते",
      starting: () => "",
    },
    meet: {
      connected: () => "क्लास को Google Meet का लिंक भी मिलता है",
      off: () => "सेट नहीं है: क्लास प्रोडक्ट के अपने रूम में चलती हैं",
      starting: () => "",
      trial: () => "",
    },
  },
}

/** The texts of the services that a product is connected to. */
export const integrationsTexts = { en, hi }
