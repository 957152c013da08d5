import type { RecordingFailure } from "#contract/recordings/recordings.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { recordingFailureTexts } from "./recording-failure.texts.ts"

/** Why a recording failed, in the reader's language. */
export function RecordingFailureText({ failure }: { failure: RecordingFailure }) {
  const text = useTexts(recordingFailureTexts)
  return <span lang={useLanguage()}>{text[failure]}</span>
}
