import { describeSubject, englishNames } from "#features/classes/web/list/describe-subject.ts"
import type { Language } from "#ui/language.ts"

type Held = Parameters<typeof describeSubject>[0]

const en = {
  metaTitle: (title: string | undefined) => (title ? `${title} · Live Classes` : "Live Classes"),
  description: "The live room of a class.",
  about: (teacher: string, held: Held, from: string, to: string) =>
    `with ${teacher} · ${describeSubject(held, englishNames)} · ${from} to ${to}`,
  failed: "Couldn't open the room. Please try again.",
  noScripts: "The live room needs JavaScript. Turn it on in your browser.",
  backToClasses: "Back to classes",
  register: "Attendance",
  ending: "Ending...",
  endTitle: "End class for everyone?",
  endDescription:
    "The room closes for everyone. We finalise attendance and notify parents of absent students.",
  endConfirm: "End class",
  ended: "Class Ended",
  /** Jobs settle attendance and send the notices, so neither is claimed to have happened yet. */
  endedDescription: "We're finalising attendance and notifying parents of absent students.",
  error: "Error",
  endFailed: "Failed to end live class. Please try again.",
}

const hi: typeof en = {
  metaTitle: (title) => (title ? `${title} · लाइव क्लास` : "लाइव क्लास"),
  description: "क्लास का लाइव रूम।",
  /** The subject is in the title; its name is stored in English. */
  about: (teacher, { curriculum, grade }, from, to) =>
    [`${teacher} के साथ`, curriculum, grade && `कक्षा ${grade}`, `${from} से ${to}`].filter(Boolean).join(" · "),
  failed: "रूम नहीं खुला। कृपया फिर कोशिश करें।",
  noScripts: "लाइव रूम को JavaScript चाहिए। इसे अपने ब्राउज़र में चालू करें।",
  backToClasses: "क्लासों पर वापस",
  register: "हाज़िरी",
  ending: "ख़त्म हो रही है…",
  endTitle: "सबके लिए क्लास ख़त्म करें?",
  endDescription: "रूम सबके लिए बंद हो जाएगा। हम हाज़िरी तय करके ग़ैरहाज़िर स्टूडेंट के अभिभावकों को बताएँगे।",
  endConfirm: "क्लास ख़त्म करें",
  ended: "क्लास ख़त्म हुई",
  endedDescription: "हाज़िरी तय हो रही है और ग़ैरहाज़िर स्टूडेंट के अभिभावकों को बताया जा रहा है।",
  error: "गड़बड़ हो गई",
  endFailed: "क्लास ख़त्म नहीं हो पाई। कृपया फिर कोशिश करें।",
}

/** The texts around the live room. */
export const roomPageTexts: Record<Language, typeof en> = { en, hi }
