import type { Language } from "#ui/language.ts"
import type { RecorderPhase } from "./recorder-view.ts"

type PanelTexts = {
  label: string
  rec: string
  /** Below the control's icon; while recording there is a timer. */
  signs: Record<Exclude<RecorderPhase, "recording">, string>
}

/** What the room says about recording before the recorder's code is there. */
export const panelTexts: Record<Language, PanelTexts> = {
  en: {
    label: "Recording",
    rec: "REC",
    signs: {
      idle: "Record",
      starting: "Starting...",
      paused: "Paused",
      saving: "Saving",
      saved: "Saved",
      failed: "Not saved",
    },
  },
  hi: {
    label: "रिकॉर्डिंग",
    rec: "REC",
    signs: {
      idle: "रिकॉर्ड",
      starting: "शुरू…",
      paused: "रुकी है",
      saving: "सेव…",
      saved: "सेव हुई",
      failed: "सेव नहीं",
    },
  },
}
