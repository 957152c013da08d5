import { type ComponentProps, useState } from "react"
import { Button } from "#ui/components/button.tsx"
import { Field, TextArea, TextInput } from "#ui/forms/field.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { hallTexts } from "./hall.texts.ts"

type HallExtrasProps = {
  note: string | null
  onChild: (name: string) => void
  onNote: (note: string) => void
}

/** A child who is not on the list, and a note about the class. */
export function HallExtras({ note, onChild, onNote }: HallExtrasProps) {
  const text = useTexts(hallTexts)
  const [name, setName] = useState("")
  const [written, setWritten] = useState<string | null>(null)
  const shown = written ?? note ?? ""
  return (
    <div className="grid gap-2">
      <Part title={text.addChild}>
        <form
          className="flex flex-wrap items-start gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() === "") return
            onChild(name.trim())
            setName("")
          }}
        >
          <Field label={text.childName} hint={text.childHint} className="min-w-0 flex-1 basis-52">
            <TextInput value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
          </Field>
          <Button type="submit" variant="secondary" className="sm:mt-6.5">
            {text.add}
          </Button>
        </form>
      </Part>
      <Part title={text.addNote}>
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (shown.trim() !== (note ?? "")) onNote(shown.trim())
          }}
        >
          <Field label={text.addNote} hideLabel>
            <TextArea
              rows={3}
              maxLength={300}
              value={shown}
              onChange={(event) => setWritten(event.target.value)}
            />
          </Field>
          <Button type="submit" variant="secondary" className="w-fit">
            {text.saveNote}
          </Button>
        </form>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ComponentProps<"div">["children"] }) {
  return (
    <details className="rounded-card border border-line bg-surface px-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{title}</summary>
      <div className="pb-4">{children}</div>
    </details>
  )
}
