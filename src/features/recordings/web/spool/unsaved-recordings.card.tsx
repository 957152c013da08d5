import { useEffect, useState } from "react"
import { formatSize } from "#shared/lengths.ts"
import { formatInstant } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { ConfirmDialog } from "#ui/components/dialog.tsx"
import { ProgressBar } from "#ui/components/progress-bar.tsx"
import { notify } from "#ui/notify.ts"
import { recorderText as text } from "../recorder/recorder.texts.ts"
import type { LeftRecording } from "./spool.ts"

type Left = LeftRecording & { sent: number; trouble: number | null }

/** Continues saving what an earlier visit left; renders nothing if there is nothing. */
export function UnsavedRecordings({ zone, onSaved }: { zone: string; onSaved: () => Promise<void> }) {
  const [left, setLeft] = useState<Left[]>([])
  useEffect(() => {
    let gone = false
    const change = (id: string, part: Partial<Left> | null) => {
      if (gone) return
      setLeft((known) =>
        part === null
          ? known.filter((one) => one.id !== id)
          : known.map((one) => (one.id === id ? { ...one, ...part } : one)),
      )
    }
    async function goOn(found: LeftRecording): Promise<void> {
      const { saveLeft } = await import("../recorder/save-left.ts")
      const { outcome: saved, isFirst } = saveLeft(found, (part) => change(found.id, part))
      const outcome = await saved
      if (typeof outcome === "number") return change(found.id, { trouble: outcome })
      change(found.id, null)
      // An earlier view of this page says it.
      if (isFirst && outcome === "saved") notify.success(text.savedTitle, found.title)
      else if (isFirst) notify.error(text.emptyTitle, text.emptyText)
      if (!gone) await onSaved()
    }
    async function find(): Promise<void> {
      const { findLeft } = await import("../recorder/save-left.ts")
      const found = await findLeft(document.documentElement.dataset.viewer ?? "")
      if (gone) return
      setLeft(found.map((one) => ({ ...one, sent: 0, trouble: null })))
      for (const one of found) void goOn(one)
    }
    // Browsers that can't store files have nothing left.
    void find().catch(() => undefined)
    return () => {
      gone = true
    }
  }, [onSaved])
  return left.map((one) => <UnsavedRecording key={one.id} left={one} zone={zone} onGone={setLeft} />)
}

type UnsavedProps = { left: Left; zone: string; onGone: (change: (known: Left[]) => Left[]) => void }

function UnsavedRecording({ left, zone, onGone }: UnsavedProps) {
  const [asking, setAsking] = useState(false)
  const { id, title, startedAt, stored, sent, trouble } = left
  async function discard() {
    setAsking(false)
    const { forgetLeft } = await import("../recorder/save-left.ts")
    await forgetLeft(id)
    onGone((known) => known.filter((one) => one.id !== id))
  }
  return (
    <section
      role="status"
      data-unsaved={id}
      className="grid gap-3 rounded-card border border-warning/40 bg-warning-tint p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-0.5">
          <h2 className="font-semibold">{text.unsavedTitle}</h2>
          <p className="text-[0.9375rem]">
            {text.unsavedText(title, formatInstant(new Date(startedAt), zone))}
          </p>
          <p className="text-sm text-ink-muted">
            {trouble === null
              ? text.unsavedSending(formatSize(Math.min(sent, stored)), formatSize(stored))
              : (text.refusals[trouble] ?? (trouble === 507 ? text.full : text.offline))}
          </p>
        </div>
        {trouble !== null && trouble !== 0 && trouble !== 507 ? (
          <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
            {text.discard}
          </Button>
        ) : null}
      </div>
      <ProgressBar label={text.unsavedTitle} value={sent} max={Math.max(stored, 1)} className="w-full" />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={text.discard}
        description={text.discardAsk}
        confirmLabel={text.discard}
        danger
        onConfirm={() => void discard()}
      />
    </section>
  )
}
