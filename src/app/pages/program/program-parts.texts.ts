import type { Program } from "#contract/programs/programs.ts"
import type { Language } from "#ui/language.ts"

type Delivery = Program["delivery"]

/** The academy's own figures in the promises and answers. Times and the phone number as they are read. */
export interface PromisedFigures {
  refundDays: number
  trials: number
  callFrom: string
  callTo: string
  phone: string
  adjusted: number
}

const included: Record<Delivery, string[]> = {
  online: [
    "A seat in every live class of your batch",
    "Time for questions in class, and one-on-one times you can book",
    "Notes and files that your teacher shares",
    "Recordings of the classes that are recorded, with consent",
    "A record of attendance that you and your parents can see",
  ],
  recorded: [
    "Every video lesson, to watch as often as you like",
    "Lessons that continue where you stopped, on any device",
    "Notes and files that your teacher shares",
    "One-on-one times with teachers that you can book",
  ],
  on_premises: [
    "A seat in every class of your batch, in person",
    "A trainer who is approved by the academy",
    "A message to your parents when you miss a class",
    "A record of attendance that you and your parents can see",
  ],
}

const includedHi: Record<Delivery, string[]> = {
  online: [
    "आपके बैच की हर लाइव क्लास में सीट",
    "क्लास में सवालों के लिए समय, और अलग से वन-ऑन-वन समय बुक करने की सुविधा",
    "टीचर के दिए नोट्स और फ़ाइलें",
    "जो क्लास सहमति के साथ रिकॉर्ड होती हैं, उनकी रिकॉर्डिंग",
    "हाज़िरी का रिकॉर्ड, जो आप और आपके माता-पिता देख सकते हैं",
  ],
  recorded: [
    "सभी वीडियो पाठ, जितनी बार चाहें देखें",
    "किसी भी डिवाइस पर पाठ वहीं से शुरू होता है जहाँ आप रुके थे",
    "टीचर के दिए नोट्स और फ़ाइलें",
    "टीचर के साथ वन-ऑन-वन समय बुक करने की सुविधा",
  ],
  on_premises: [
    "आपके बैच की हर क्लास में सीट, आमने-सामने",
    "अकादमी से मंज़ूर ट्रेनर",
    "क्लास छूटने पर आपके माता-पिता को मैसेज",
    "हाज़िरी का रिकॉर्ड, जो आप और आपके माता-पिता देख सकते हैं",
  ],
}

type Question = [question: string, answer: string]

const en = {
  batches: "Next batches",
  batchesText: "Choose when you want to learn. You can see every date before you pay.",
  batch: (days: string, from: string, to: string) => `${days}, ${from} to ${to}`,
  starts: (date: string) => `Next class ${date}`,
  until: (count: number, date: string) =>
    count === 1 ? `1 class, ${date}` : `${count} classes until ${date}`,
  seats: (free: number) =>
    free === 0 ? "Full, join the waitlist" : free === 1 ? "1 free seat" : `${free} free seats`,
  by: (instructor: string) => `with ${instructor}`,
  allDates: "All dates",
  included: "What's included",
  includedBy: included,
  refunds: "Refunds",
  refundText: ({ refundDays }: PromisedFigures) =>
    `You can ask for a refund until ${refundDays} days after the start. Write to us and say what went wrong. The money returns the way it came.`,
  refundLink: "Read the terms",
  questions: "Questions and answers",
  questionsBy: (
    { trials, refundDays, adjusted, callFrom, callTo, phone }: PromisedFigures,
    delivery: Delivery,
  ): Question[] => [
    delivery === "recorded"
      ? [
          "Can I see what it covers first?",
          "Yes. The titles and lengths of all lessons are on this page. They open when you enrol.",
        ]
      : [
          "Can I try a class first?",
          `Yes. Your first ${trials === 1 ? "trial class of each new activity is" : `${trials} trial classes of each new activity are`} free. No card is needed.`,
        ],
    delivery === "on_premises"
      ? ["Where are the classes?", "At the address on this page. Come ten minutes early for the first class."]
      : [
          "What do I need?",
          "A phone or a computer with internet. You can check your camera, microphone and connection before class.",
        ],
    delivery === "recorded"
      ? ["How long can I watch?", "As long as you are enrolled, as often as you like."]
      : [
          "What if I miss a class?",
          `It doesn't move to another month. With a doctor's note, up to ${adjusted} classes a month don't count as missed. A class that we cancel is held again or refunded.`,
        ],
    ["Can I change my mind?", `Until ${refundDays} days after the start. After that there is no refund.`],
    ["Who can I ask?", `Call ${phone} from ${callFrom} to ${callTo}, or write to us.`],
  ],
}

const hi: typeof en = {
  batches: "अगले बैच",
  batchesText: "चुनें कि आप कब सीखना चाहते हैं। भुगतान से पहले आप हर तारीख़ देख सकते हैं।",
  batch: (days, from, to) => `${days}, ${from} से ${to} तक`,
  starts: (date) => `अगली क्लास ${date}`,
  until: (count, date) => (count === 1 ? `1 क्लास, ${date}` : `${count} क्लास, ${date} तक`),
  seats: (free) => (free === 0 ? "भर गया, वेटलिस्ट में जुड़ें" : `${free} ${free === 1 ? "सीट" : "सीटें"} ख़ाली`),
  by: (instructor) => `टीचर: ${instructor}`,
  allDates: "सभी तारीख़ें",
  included: "इसमें क्या शामिल है",
  includedBy: includedHi,
  refunds: "रिफ़ंड",
  refundText: ({ refundDays }) =>
    `शुरू होने के ${refundDays} दिन बाद तक आप रिफ़ंड माँग सकते हैं। हमें लिखें और बताएँ कि क्या ठीक नहीं रहा। पैसे उसी रास्ते लौटते हैं जिससे आए थे।`,
  refundLink: "नियम पढ़ें",
  questions: "सवाल और जवाब",
  questionsBy: ({ trials, refundDays, adjusted, callFrom, callTo, phone }, delivery) => [
    delivery === "recorded"
      ? [
          "क्या पहले देख सकते हैं कि इसमें क्या-क्या है?",
          "हाँ। सभी पाठों के नाम और उनकी लंबाई इस पेज पर हैं। नामांकन के बाद वे खुल जाते हैं।",
        ]
      : [
          "क्या पहले एक क्लास आज़मा सकते हैं?",
          `हाँ। हर नई गतिविधि की पहली ${trials === 1 ? "ट्रायल क्लास" : `${trials} ट्रायल क्लास`} मुफ़्त है। कार्ड की ज़रूरत नहीं।`,
        ],
    delivery === "on_premises"
      ? ["क्लास कहाँ होती है?", "इस पेज पर दिए पते पर। पहली क्लास में दस मिनट पहले आएँ।"]
      : ["मुझे क्या चाहिए?", "इंटरनेट वाला फ़ोन या कंप्यूटर। क्लास से पहले आप अपना कैमरा, माइक और कनेक्शन जाँच सकते हैं।"],
    delivery === "recorded"
      ? ["कब तक देख सकते हैं?", "जब तक आपका नामांकन है, जितनी बार चाहें।"]
      : [
          "क्लास छूट जाए तो?",
          `वह अगले महीने में नहीं जुड़ती। डॉक्टर की पर्ची पर महीने में ${adjusted} क्लास तक छूटी हुई नहीं गिनी जातीं। जो क्लास हम रद्द करें, वह दोबारा होती है या उसकी फ़ीस लौटाई जाती है।`,
        ],
    ["मन बदल जाए तो?", `शुरू होने के ${refundDays} दिन बाद तक बताएँ। उसके बाद रिफ़ंड नहीं होता।`],
    ["किससे पूछूँ?", `${callFrom} से ${callTo} तक ${phone} पर फ़ोन करें, या हमें लिखें।`],
  ],
}

export const partsTexts: Record<Language, typeof en> = { en, hi }
