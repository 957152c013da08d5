import type { AskedChild } from "#contract/attendance/absence-answers.ts"
import type { Language } from "#ui/language.ts"

type Answer = NonNullable<AskedChild["given"]>["answer"]

type AnswerTexts = {
  meta: string
  title: string
  missed: (child: string, title: string, day: string, time: string) => string
  question: (child: string) => string
  answers: Record<Answer, string>
  note: string
  send: string
  change: string
  thanks: (child: string, answer: string) => string
  excused: string
  explained: string
  noVerdict: (child: string) => string
  present: (child: string) => string
  until: (day: string) => string
  closed: string
  makeUp: string
  makeUpText: (child: string) => string
  take: string
  with: (instructor: string) => string
  taken: (child: string, title: string, day: string, time: string) => string
  noOffers: string
  unknownTitle: string
  unknownText: string
  sent: string
  seatTaken: string
  /** Leads to the parents' own page. */
  family: string
}

const en: AnswerTexts = {
  meta: "Why was your child absent?",
  title: "We missed your child",
  missed: (child, title, day, time) => `${child} was not in ${title} on ${day}, ${time}.`,
  question: (child) => `Why could ${child} not come?`,
  answers: { ill: "Ill", forgot: "We forgot", could_not_join: "Tried, but could not join" },
  note: "Anything else we should know?",
  send: "Send answer",
  change: "Change the answer",
  thanks: (child, answer) => `Thank you. ${child}: ${answer.toLowerCase()}.`,
  excused: "This absence is excused and is not counted.",
  explained:
    "The teacher can see your answer. The absence still counts towards the month's attendance, unless a make-up class is attended.",
  noVerdict: (child) => `${child}'s attendance in this class is not counted. No action needed.`,
  present: (child) => `${child} was there after all. No action needed.`,
  until: (day) => `You can answer, and change your answer, until ${day}.`,
  closed: "It's too late to answer here. Call us, and we write it down for you.",
  makeUp: "Make up for it",
  makeUpText: (child) => `These classes have a free seat for ${child}. Tap to book it.`,
  take: "Take this seat",
  with: (instructor) => `with ${instructor}`,
  taken: (child, title, day, time) => `${child} has a seat in ${title} on ${day}, ${time}.`,
  noOffers: "No similar class has a free seat in the next weeks. Check back later or call us.",
  unknownTitle: "This link does not work",
  unknownText: "It may be incomplete. Open it from the message again, or call us.",
  sent: "We've got your answer",
  seatTaken: "Seat booked",
  family: "All classes, attendance and messages of your children",
}

const hi: AnswerTexts = {
  meta: "क्लास क्यों छूटी?",
  title: "क्लास छूट गई",
  missed: (child, title, day, time) => `${child} की क्लास छूटी: ${title}, ${day}, ${time}।`,
  question: (child) => `${child} के न आने की वजह क्या थी?`,
  answers: { ill: "बीमार", forgot: "भूल गए", could_not_join: "कोशिश की, पर जुड़ नहीं पाए" },
  note: "और कुछ जो हमें जानना चाहिए?",
  send: "जवाब भेजें",
  change: "जवाब बदलें",
  thanks: (child, answer) => `धन्यवाद। ${child}: ${answer}।`,
  excused: "यह ग़ैरहाज़िरी माफ़ है और गिनी नहीं जाएगी।",
  explained:
    "आपका जवाब टीचर को दिखेगा। यह ग़ैरहाज़िरी महीने की हाज़िरी में गिनी जाएगी, जब तक इसके बदले की क्लास में न आएँ।",
  noVerdict: (child) => `इस क्लास में ${child} की हाज़िरी गिनी नहीं जाती। आपको कुछ करने की ज़रूरत नहीं है।`,
  present: (child) => `${child} की हाज़िरी लगी है। अब कुछ करने की ज़रूरत नहीं है।`,
  until: (day) => `${day} तक आप जवाब दे सकते हैं और बदल सकते हैं।`,
  closed: "जवाब देने का समय बीत गया। हमें फ़ोन करें, हम आपका जवाब लिख लेंगे।",
  makeUp: "इसके बदले की क्लास",
  makeUpText: (child) => `इन क्लासों में ${child} के लिए सीट ख़ाली है। सीट लेने के लिए टैप करें।`,
  take: "यह सीट लें",
  with: (instructor) => `टीचर: ${instructor}`,
  taken: (child, title, day, time) => `${child} की सीट ${title} में है: ${day}, ${time}।`,
  noOffers: "अगले कुछ हफ़्तों में ऐसी किसी क्लास में सीट ख़ाली नहीं है। बाद में फिर देखें या हमें फ़ोन करें।",
  unknownTitle: "यह लिंक काम नहीं करता",
  unknownText: "शायद लिंक अधूरा है। मैसेज से दोबारा खोलें, या हमें फ़ोन करें।",
  sent: "आपका जवाब हमें मिल गया",
  seatTaken: "आपकी सीट बुक हो गई",
  family: "अपने बच्चों की सब क्लास, हाज़िरी और मैसेज देखें",
}

/** The texts for guardians who follow the link of an absence notice. */
export const answerTexts: Record<Language, AnswerTexts> = { en, hi }
