import { useState } from "react"
import { Form, useNavigation } from "react-router"
import type { RestoredCopyState } from "#contract/notifications.ts"
import { Button } from "#ui/components/button.tsx"
import { ConfirmDialog } from "#ui/components/dialog.tsx"
import type { Language } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useWritten } from "#ui/said-time.ts"
import { restoredCopyTexts } from "./restored-copy.texts.ts"

type Choice = "send" | "drop"

/** Returns the confirmation after an admin sent or dropped the messages. */
export function toldDecision(language: Language, decision: Choice, messages: number): string {
  const text = restoredCopyTexts[language]
  if (messages === 0) return text.asUsual
  return decision === "send" ? text.sent(messages) : text.dropped(messages)
}

/** Says that this is a restored copy that holds messages, and lets an admin send or drop all of them. */
export function RestoredCopyCard({ copy, zone }: { copy: RestoredCopyState; zone: string }) {
  const text = useTexts(restoredCopyTexts)
  const { instant } = useWritten()
  const { messages, restored_at, backup_made_at } = copy
  return (
    <section
      aria-labelledby="restored-copy"
      data-restored-copy={copy.copy_id}
      className="grid gap-3 rounded-card border border-warning/40 bg-warning-tint p-5"
    >
      <h2 id="restored-copy" className="font-semibold">
        {text.title}
      </h2>
      <p className="text-[0.9375rem]">
        {text.when(instant(restored_at, zone), instant(backup_made_at, zone))}{" "}
        <span className="font-semibold">{text.held(messages)}</span>
      </p>
      <p className="text-[0.9375rem]">{text.advice}</p>
      <div className="flex flex-wrap gap-2">
        <Decide copy={copy} choice="send" />
        {messages > 0 ? <Decide copy={copy} choice="drop" /> : null}
      </div>
    </section>
  )
}

function Decide({ copy, choice }: { copy: RestoredCopyState; choice: Choice }) {
  const text = useTexts(restoredCopyTexts)
  const busy = useNavigation().formData?.get("copy_decision") === choice
  const [asking, setAsking] = useState(false)
  const form = `restored-copy-${choice}`
  const label = text[choice](copy.messages)
  return (
    <Form method="post" id={form} preventScrollReset onSubmit={() => setAsking(false)}>
      <input type="hidden" name="copy_id" value={copy.copy_id} />
      <input type="hidden" name="copy_decision" value={choice} />
      <Button
        type="submit"
        size="sm"
        variant="secondary"
        busy={busy}
        onClick={(event) => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={choice === "send" ? text.sendTitle(copy.messages) : text.dropTitle(copy.messages)}
        description={choice === "send" ? text.sendText : text.dropText}
        confirmLabel={label}
        form={form}
        danger={choice === "drop"}
      />
    </Form>
  )
}
