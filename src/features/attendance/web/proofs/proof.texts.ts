import type { DeclineReason, MedicalProof } from "#contract/attendance/medical-proofs.ts"
import type { Language } from "#ui/language.ts"

type ProofTexts = {
  /** About a proof that may be sent. */
  ask: string
  askText: string
  again: string
  file: string
  hint: string
  send: string
  sent: string
  declines: Record<DeclineReason, string>
  state: (proof: Pick<MedicalProof, "state" | "files" | "reason" | "remark">) => string
}

const en: ProofTexts = {
  ask: "Send a doctor's note",
  askText:
    "If it's accepted, this class doesn't count towards the month's attendance. That's possible for 2 classes a month.",
  again: "Send another page or photo",
  file: "Photo or PDF",
  hint: "JPEG, PNG, WebP or PDF, up to 10 MB. Only the teacher and the office can open it, and it's deleted some weeks after they decide.",
  send: "Send",
  sent: "We've got your proof",
  declines: {
    unreadable: "It can't be read. Please send a sharper photo.",
    other_person: "It names somebody else.",
    other_day: "It's for another day.",
    not_medical: "It doesn't show an illness or a treatment.",
    month_full: "2 medical absences are excused this month already. No more are possible.",
  },
  state({ state, files, reason, remark }) {
    if (state === "accepted") return "Your proof was accepted. This class doesn't count."
    if (state === "waiting")
      return `${files === 1 ? "Your proof has" : `Your ${files} files have`} arrived. We'll check and tell you here.`
    return ["Your proof was not accepted.", reason ? en.declines[reason] : "", remark ?? ""]
      .filter(Boolean)
      .join(" ")
  },
}

const hi: ProofTexts = {
  ask: "डॉक्टर की पर्ची भेजें",
  askText: "मंज़ूर होने पर यह क्लास महीने की हाज़िरी में नहीं गिनी जाएगी। ऐसा महीने में 2 क्लास तक हो सकता है।",
  again: "एक और पन्ना या फ़ोटो भेजें",
  file: "फ़ोटो या PDF",
  hint: "JPEG, PNG, WebP या PDF, 10 MB तक। इसे सिर्फ़ टीचर और ऑफ़िस खोल सकते हैं, और फ़ैसले के कुछ हफ़्ते बाद यह मिटा दी जाती है।",
  send: "भेजें",
  sent: "आपका सबूत हमें मिल गया",
  declines: {
    unreadable: "यह पढ़ी नहीं जा रही। कृपया साफ़ फ़ोटो भेजें।",
    other_person: "इस पर किसी और का नाम है।",
    other_day: "यह किसी और दिन की है।",
    not_medical: "इससे बीमारी या इलाज का पता नहीं चलता।",
    month_full: "इस महीने बीमारी की 2 क्लास पहले ही माफ़ हो चुकी हैं। इससे ज़्यादा नहीं हो सकतीं।",
  },
  state({ state, files, reason, remark }) {
    if (state === "accepted") return "आपका सबूत मंज़ूर हो गया। यह क्लास गिनी नहीं जाएगी।"
    if (state === "waiting")
      return `${files === 1 ? "आपका सबूत मिल गया है" : `आपकी ${files} फ़ाइलें मिल गई हैं`}। हम देखकर यहीं बताएँगे।`
    return ["आपका सबूत मंज़ूर नहीं हुआ।", reason ? hi.declines[reason] : "", remark ?? ""].filter(Boolean).join(" ")
  },
}

/** What families read about medical proofs. */
export const proofTexts: Record<Language, ProofTexts> = { en, hi }
