import type { VerdictReason } from "#contract/attendance/verdict-reasons.ts"
import { formatMinutes, formatSeconds } from "#shared/duration.ts"
import { formatTimeIn, timeInZone } from "#shared/time.ts"
import type { verdictReasonText } from "./verdict-reasons.text.ts"

const WHY_NOT: Record<Extract<VerdictReason, { kind: "hardly-possible" }>["cause"], string> = {
  "class-short": "क्लास 3 मिनट से कम चली",
  "seat-late": "सीट क्लास ख़त्म होने से 3 मिनट से भी कम पहले ली गई",
  "not-admitted": "साइन इन के लिए ई-मेल नहीं था, खाता बंद था, या लाइव क्लास के लिए अभिभावक की सहमति नहीं थी",
  "staff-away": "कोई टीचर रूम में 3 मिनट भी नहीं था",
  "room-down": "लगभग पूरी क्लास वीडियो रूम बंद रहा",
}

const ANSWERS: Record<Extract<VerdictReason, { kind: "guardian-answered" }>["answer"], string> = {
  ill: "बीमार थे",
  forgot: "भूल गए",
  could_not_join: "जुड़ नहीं पाए",
}

const COACH_STATES_TEXT: Record<Extract<VerdictReason, { kind: "coach-marked" }>["state"], string> = {
  present: "हाज़िर दर्ज किया",
  late: "देर से आया दर्ज किया",
  absent: "ग़ैरहाज़िर दर्ज किया",
  excused: "छुट्टी मानने को कहा",
}

const CHECK_INS: Record<Extract<VerdictReason, { kind: "checked-in" }>["way"], string> = {
  code: "स्क्रीन के कोड से",
  card: "कार्ड से",
  gate: "अभिभावक के कोड से",
}

export const verdictReasonTextHi: typeof verdictReasonText = (reason, zone) => {
  switch (reason.kind) {
    case "marked-by-hand":
      return `${reason.by === null ? "हाथ से दर्ज किया गया" : `${reason.by} ने दर्ज किया`}${reason.reason ? `: ${reason.reason}` : ""}`
    case "coach-marked": {
      const when = formatTimeIn("hi-IN", timeInZone(reason.at, zone))
      return `${reason.by ?? "कोच"} ने ${when} ${COACH_STATES_TEXT[reason.state]}`
    }
    case "checked-in":
      return `${formatTimeIn("hi-IN", timeInZone(reason.at, zone))} ${CHECK_INS[reason.way]} चेक-इन`
    case "not-marked":
      return "कोच ने दर्ज नहीं किया"
    case "voice-heard":
      return `${formatTimeIn("hi-IN", timeInZone(reason.at, zone))} आवाज़ सुनी गई`
    case "came-long-enough":
    case "came-too-briefly": {
      const of = reason.possible === null ? "" : `${formatSeconds(reason.possible, "hi")} में से `
      return `${of}${formatSeconds(reason.seconds, "hi")} मौजूद; ${formatSeconds(reason.needed, "hi", Math.ceil)} ज़रूरी`
    }
    case "hardly-possible":
      return `फ़ैसला नहीं हुआ: ${WHY_NOT[reason.cause]}`
    case "minimum-reached":
      return `${formatMinutes(reason.minutes, "hi")} मौजूद; ${formatMinutes(reason.minimumMinutes, "hi")} ज़रूरी`
    case "minimum-not-reached":
      return `ज़रूरी ${formatMinutes(reason.minimumMinutes, "hi")} में से ${formatMinutes(reason.minutes, "hi")} मौजूद`
    case "guardian-answered":
      return `अभिभावक का जवाब: ${ANSWERS[reason.answer]}`
    case "not-come-yet":
      return "अभी तक नहीं आए"
    case "never-came":
      return "नहीं आए"
    case "class-cancelled":
      return "क्लास रद्द हो गई"
  }
}
