import { useEffect, useRef } from "react"
import { Form, useNavigation } from "react-router"
import type { ImportKind, ImportPreview, ImportRow, PreviewNote } from "#contract/admin/admin-import.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Stat, StatGrid } from "#ui/components/stat.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { importTexts } from "./import.texts.ts"
import { importProblemsTexts } from "./import-problems.texts.ts"

const NEW_SHOWN = 20

type PreviewProps = { kind: ImportKind; preview: ImportPreview; list: string }

/** What importing a list would do: its errors by line and column, otherwise the button that imports it. */
export function PreviewCard({ kind, preview, list }: PreviewProps) {
  const text = useTexts(importTexts).preview
  const { rows, created, same, refused } = preview
  const busy = useNavigation().formData?.get("intent") === "confirm"
  const heading = useRef<HTMLHeadingElement>(null)
  // On a phone the preview is above the form that sent the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new preview takes the focus
  useEffect(() => heading.current?.focus(), [preview])
  const fresh = rows.filter((row) => row.state === "new")
  return (
    <section aria-labelledby="preview" className="grid gap-6" data-preview>
      <h2 ref={heading} id="preview" tabIndex={-1} className="scroll-mt-24 text-heading">
        {refused > 0 ? text.errors(refused) : created === 0 ? text.nothing : text.ready}
      </h2>
      <StatGrid label={text.summary}>
        <Stat label={text.fresh} value={created} />
        <Stat label={text.same} value={same} />
        <Stat label={text.refused} value={refused} />
      </StatGrid>
      <Notes rows={rows} />
      {refused > 0 ? (
        <Card flush title={text.fix} description={text.fixText}>
          <ol className="border-t border-line">
            {rows
              .filter((row) => row.state === "error")
              .map((row) => (
                <ProblemRow key={row.line} row={row} />
              ))}
          </ol>
        </Card>
      ) : null}
      {refused === 0 && created > 0 ? (
        <Card
          flush
          title={text.fresh}
          {...(created > NEW_SHOWN && { description: text.first(NEW_SHOWN, created) })}
        >
          <ol className="border-t border-line">
            {fresh.slice(0, NEW_SHOWN).map((row) => (
              <li
                key={row.line}
                className="flex gap-4 border-t border-line px-5 py-2.5 text-[0.9375rem] first:border-t-0 sm:px-6"
              >
                <span className="w-16 shrink-0 text-ink-muted tabular-nums">{text.line(row.line)}</span>
                <span className="min-w-0 break-words">{row.label}</span>
                {row.change ? (
                  <span className="ml-auto text-ink-muted">{text.change[row.change]}</span>
                ) : null}
              </li>
            ))}
          </ol>
          <Form method="post" className="flex justify-end border-t border-line p-5 sm:px-6">
            <input type="hidden" name="kind" value={kind} />
            <input type="hidden" name="text" value={list} />
            <Button type="submit" name="intent" value="confirm" busy={busy} busyLabel={text.importing}>
              {text.import(created)}
            </Button>
          </Form>
        </Card>
      ) : null}
    </section>
  )
}

/** What the office should know before it imports the rows, with how many rows it is about. */
function Notes({ rows }: { rows: ImportRow[] }) {
  const text = useTexts(importTexts).preview.notes
  const counts = new Map<PreviewNote, number>()
  for (const note of rows.flatMap(({ notes = [] }) => notes)) counts.set(note, (counts.get(note) ?? 0) + 1)
  if (counts.size === 0) return null
  return (
    <ul className="grid gap-2 rounded-card border border-warning/40 bg-warning-tint p-4 text-[0.9375rem]">
      {[...counts].map(([note, count]) => (
        <li key={note}>{text[note](count)}</li>
      ))}
    </ul>
  )
}

function ProblemRow({ row }: { row: ImportRow }) {
  const text = useTexts(importTexts).preview
  const problems = useTexts(importProblemsTexts)
  return (
    <li className="grid gap-1.5 border-t border-line px-5 py-3.5 first:border-t-0 sm:px-6">
      <p className="flex flex-wrap items-center gap-2.5">
        <Badge tone="danger">{text.line(row.line)}</Badge>
        <span className="font-semibold">{row.label || text.empty}</span>
      </p>
      <ul className="grid gap-0.5 text-[0.9375rem]">
        {row.errors.map(({ column, problem }) => (
          <li key={`${column} ${problems.cell(problem)}`}>
            <code className="text-sm text-ink-muted">{column}</code>: {problems.cell(problem)}
          </li>
        ))}
      </ul>
    </li>
  )
}
