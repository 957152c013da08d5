import { expect, test } from "vitest"
import { RECORDING_FAILURES } from "#contract/recordings/recordings.ts"
import { recordingFailureTexts } from "./recording-failure.texts.ts"

test.each(RECORDING_FAILURES)(
  "REC-03 why a recording failed is explained in English and Hindi: %s",
  (code) => {
    expect(recordingFailureTexts.en[code]).toMatch(/^[^\p{Script=Devanagari}]+$/u)
    expect(recordingFailureTexts.hi[code]).toMatch(/\p{Script=Devanagari}/u)
  },
)
