import type { registerText } from "./register.text.ts"
import { HINDI_VERDICTS } from "./verdicts.ts"

/** The texts of the register in Hindi. */
export const registerTextHi: typeof registerText = {
  empty: "इस क्लास में अभी कोई स्टूडेंट नहीं है।",
  presentOf: (present, all) => `${all} में से ${present} हाज़िर`,
  undecided: (why) => `${why}। फिर भी किसी की हाज़िरी लगानी हो, तो नाम खोलें।`,
  verdicts: HINDI_VERDICTS,
  marks: { present: "हाज़िर", absent: "ग़ैरहाज़िर", excused: "बीमारी, सबूत देखा" },
  unmark: "निशान हटाएँ",
  since: (time) => `${time} से`,
  minutes: (minutes, minimum) => (minutes < minimum ? `${minimum} में से ${minutes} मिनट` : `${minutes} मिनट`),
  notJoinedYet: "अभी नहीं जुड़े",
  neverJoined: "नहीं जुड़े",
  progress: (name) => `हाज़िर माने जाने तक ${name} के मिनट`,
  answered: (answer) => `अभिभावक का जवाब: ${answer}`,
  answers: { ill: "बीमार थे", forgot: "भूल गए", could_not_join: "जुड़ नहीं पाए" },
  makesUp: (title, day, time) => `इसकी भरपाई ${title} में, ${day}, ${time}`,
  reason: "वजह (बीमारी के लिए ज़रूरी)",
  reasonNeeded: "बदलाव की वजह",
  history: "बदलाव",
  corrected: (from, to) => (from === null ? `${to} किया गया` : `${from} → ${to}`),
  markRemoved: "निशान हटाया गया",
  by: (name, when) => (name === null ? when : `${name}, ${when}`),
  markAs: (name) => `${name} को दर्ज करें`,
}
