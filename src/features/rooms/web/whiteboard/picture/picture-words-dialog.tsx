import { useState } from "react"
import { LONGEST_TEXT } from "#contract/rooms/whiteboard-page.ts"
import { Button } from "#ui/components/button.tsx"
import { Dialog } from "#ui/components/dialog.tsx"
import { Field, TextArea } from "#ui/forms/field.tsx"
import { whiteboardText as text } from "../../texts/whiteboard.texts.ts"

type PictureWordsDialogProps = { words: string; onClose: () => void; onSave: (words: string) => void }

/** What a picture shows is written for those who can't see it. */
export function PictureWordsDialog({ words, onClose, onSave }: PictureWordsDialogProps) {
  const [written, setWritten] = useState(words)
  const save = () => onSave(written.trim())
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.describe}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {text.keep}
          </Button>
          <Button onClick={save}>{text.saveWords}</Button>
        </>
      }
    >
      <Field label={text.words} hint={text.wordsHint}>
        <TextArea
          value={written}
          rows={3}
          maxLength={LONGEST_TEXT}
          onChange={(event) => setWritten(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey) return
            event.preventDefault()
            save()
          }}
        />
      </Field>
    </Dialog>
  )
}
