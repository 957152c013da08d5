import { useEffect, useRef } from "react"
import { data, Form, useNavigation } from "react-router"
import { z } from "zod"
import { Columns, type StatementMatch, type StatementPreview } from "#contract/upi.ts"
import { AdminPage, adminMeta, officeRequest, pressed } from "#features/admin/web/admin-page.tsx"
import { formatPaise } from "#shared/money.ts"
import { formatDateIn } from "#shared/time.ts"
import { type PageRequest, redirectWithToast, serveForm } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Stat, StatGrid } from "#ui/components/stat.tsx"
import { Summary } from "#ui/components/summary.tsx"
import { Checkbox, Field, SelectInput, TextArea } from "#ui/forms/field.tsx"
import { FileInput, useFileKey } from "#ui/forms/file-input.tsx"
import { LANGUAGE_TAGS, languageOf } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { BANK_PATH } from "../money/paths.ts"
import type { Route } from "./+types/statement.page.ts"
import { upiAdminTexts } from "./upi-admin.texts.ts"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, upiAdminTexts[languageOf(matches)].statementTitle)
}

export async function loader(args: Route.LoaderArgs) {
  officeRequest(args)
  return null
}

const place = z.coerce.number("Choose a column").int()

const Typed = z.object({
  text: z.string().default(""),
  file: z.unknown().optional(),
  date: place.optional(),
  amount: place.optional(),
  direction: place.optional(),
  texts: z.array(place).default([]),
})

/** A statement that was checked: what is in it, and its text, which the next step sends again. */
type Checked = { preview: StatementPreview; text: string }

export async function action(args: Route.ActionArgs) {
  officeRequest(args)
  const intent = await pressed(args.request)
  let checked = null as Checked | null
  const reply = await serveForm(args, Typed, async (typed, page) => {
    // A file takes precedence over the text in the box.
    const text = typed.file instanceof File && typed.file.size > 0 ? await typed.file.text() : typed.text
    const columns = columnsOf(typed)
    if (intent === "confirm" && columns) return confirm(page, text, columns)
    const preview = await page.api.upi.previewStatement({ text, ...(columns && { columns }) })
    checked = { preview, text }
    return { tone: "info", title: upiAdminTexts[page.language].check }
  })
  if (reply instanceof Response) return reply
  return data({ ...reply.data, toast: checked ? null : reply.data.toast, checked }, reply.init ?? {})
}

function columnsOf({
  date,
  amount,
  direction,
  texts,
}: z.infer<typeof Typed>): z.infer<typeof Columns> | null {
  const columns = Columns.safeParse({ date, amount, direction: direction ?? null, texts })
  return columns.success ? columns.data : null
}

async function confirm({ api, language }: PageRequest, text: string, columns: z.infer<typeof Columns>) {
  const said = upiAdminTexts[language]
  const { approved, owed, left, settlements, kept } = await api.upi.importStatement({ text, columns })
  const more = [
    owed > 0 ? said.importedOwed(owed) : "",
    settlements > 0 ? said.importedSettlements(settlements) : "",
    kept > 0 ? said.importedKept(kept) : "",
    left > 0 ? said.importedLeft(left) : "",
  ]
  const description = more.filter(Boolean).join(" ")
  return redirectWithToast(kept > 0 ? BANK_PATH : "/admin/upi", {
    tone: "success",
    title: approved > 0 ? said.imported(approved) : description ? said.importedRead : said.importedNone,
    ...(description && { description }),
  })
}

/** A bank's statement is matched with the orders, shown with its reasons, and only then approved. */
export default function StatementPage({ actionData }: Route.ComponentProps) {
  const text = useTexts(upiAdminTexts)
  const checked = actionData?.checked
  const errors = actionData?.form?.error
  const fileKey = useFileKey(checked ?? errors?.text)
  return (
    <AdminPage
      title={text.statementTitle}
      description={text.statementText}
      back={{ to: "/admin/upi", label: text.back }}
      flash={actionData?.toast}
    >
      {checked ? <Outcome checked={checked} /> : null}
      <StatementForm
        errors={errors?.text ?? undefined}
        fileKey={fileKey}
        initial={checked?.text ?? String(actionData?.form?.initialValue?.text ?? "")}
      />
    </AdminPage>
  )
}

type StatementFormProps = { errors: string[] | undefined; fileKey: number; initial: string }

function StatementForm({ errors, fileKey, initial }: StatementFormProps) {
  const text = useTexts(upiAdminTexts)
  const busy = useNavigation().formData?.get("intent") === "check"
  return (
    <Card className="max-w-4xl">
      <Form method="post" encType="multipart/form-data" className="grid gap-6">
        <Field label={text.file} errors={errors}>
          <FileInput key={fileKey} accept=".csv,.tsv,.txt,text/csv" />
        </Field>
        <Field label={text.paste} hint={text.pasteHint} optional>
          <TextArea
            key={fileKey}
            name="text"
            rows={5}
            defaultValue={initial}
            className="font-mono text-sm"
            spellCheck={false}
          />
        </Field>
        <Button
          type="submit"
          name="intent"
          value="check"
          busy={busy}
          busyLabel={text.checking}
          className="justify-self-start"
        >
          {text.check}
        </Button>
      </Form>
    </Card>
  )
}

function Outcome({ checked: { preview, text: statement } }: { checked: Checked }) {
  const text = useTexts(upiAdminTexts)
  const { counts, columns, sure, unsure, unread } = preview
  const others = counts.unsure + counts.settlements + counts.nothing
  const heading = useRef<HTMLHeadingElement>(null)
  // What the statement has is above the form that sent it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new preview takes the focus
  useEffect(() => heading.current?.focus(), [preview])
  return (
    <>
      {columns ? (
        <section aria-labelledby="outcome" className="grid gap-6">
          <h2 ref={heading} id="outcome" tabIndex={-1} className="scroll-mt-24 text-heading">
            {sure.length > 0 ? text.ready(counts.sure) : text.noneSure}
          </h2>
          <StatGrid label={text.summary}>
            <Stat label={text.stats.credits} value={counts.credits} />
            <Stat label={text.stats.sure} value={counts.sure} />
            <Stat label={text.stats.unsure} value={counts.unsure} />
            <Stat label={text.stats.counted} value={counts.counted_before} />
            <Stat label={text.stats.settlements} value={counts.settlements} />
            <Stat label={text.stats.nothing} value={counts.nothing} />
          </StatGrid>
          {sure.length > 0 ? (
            <Matches title={text.sure} description={text.sureText} matches={sure}>
              <Confirm statement={statement} columns={columns} label={text.confirm(sure.length)} />
            </Matches>
          ) : others > 0 ? (
            <Card flush>
              <p className="p-5 sm:px-6">{text.keepText}</p>
              <Confirm
                statement={statement}
                columns={columns}
                label={text.keep(others)}
                busyLabel={text.keeping}
              />
            </Card>
          ) : null}
          {unsure.length > 0 ? (
            <Matches title={text.unsure} description={text.unsureText} matches={unsure} />
          ) : null}
          {unread.length > 0 ? (
            <Card title={text.unread}>
              <ul className="grid gap-1">
                {unread.map(({ line, code }) => (
                  <li key={line}>{text.unreadBecause(line, code)}</li>
                ))}
              </ul>
            </Card>
          ) : null}
        </section>
      ) : (
        <p role="alert" className="font-semibold">
          {text.chooseColumns}
        </p>
      )}
      <ColumnsCard
        key={JSON.stringify([preview.headings, columns])}
        preview={preview}
        statement={statement}
      />
    </>
  )
}

type MatchesProps = {
  title: string
  description: string
  matches: StatementMatch[]
  children?: React.ReactNode
}

function Matches({ title, description, matches, children }: MatchesProps) {
  const text = useTexts(upiAdminTexts)
  const language = useLanguage()
  return (
    <Card flush title={title} description={description}>
      <ol className="border-t border-line">
        {matches.map((match) => (
          <li
            key={match.line}
            data-line={match.line}
            className="grid gap-1 border-t border-line px-5 py-3.5 first:border-t-0 sm:px-6"
          >
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold">
                {match.order
                  ? [match.order.payer ?? text.deletedPayer, match.order.order_number].join(" · ")
                  : text.line(match.line)}
              </span>
              <span className="font-semibold tabular-nums">{formatPaise(match.amount_paise)}</span>
            </p>
            <p className="text-[0.9375rem]">
              {text.why[match.why]}
              {match.order && match.order.total_paise !== match.amount_paise
                ? ` (${text.costs(formatPaise(match.order.total_paise))})`
                : null}
            </p>
            <p className="text-sm break-words text-ink-muted">
              {formatDateIn(LANGUAGE_TAGS[language], match.date)}, {text.line(match.line)}: {match.text}
            </p>
          </li>
        ))}
      </ol>
      {children}
    </Card>
  )
}

type Chosen = NonNullable<StatementPreview["columns"]>

interface ConfirmProps {
  statement: string
  columns: Chosen
  label: string
  busyLabel?: string
}

function Confirm({ statement, columns, label, busyLabel }: ConfirmProps) {
  const text = useTexts(upiAdminTexts)
  const busy = useNavigation().formData?.get("intent") === "confirm"
  const { date, amount, direction, texts } = columns
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="flex justify-end border-t border-line p-5 sm:px-6"
    >
      <input type="hidden" name="text" value={statement} />
      <input type="hidden" name="date" value={date} />
      <input type="hidden" name="amount" value={amount} />
      {direction === null ? null : <input type="hidden" name="direction" value={direction} />}
      {texts.map((at) => (
        <input key={at} type="hidden" name="texts" value={at} />
      ))}
      <Button
        type="submit"
        name="intent"
        value="confirm"
        busy={busy}
        busyLabel={busyLabel ?? text.confirming}
      >
        {label}
      </Button>
    </Form>
  )
}

/** Which column is which: open where it isn't known yet. */
function ColumnsCard({ preview, statement }: { preview: StatementPreview; statement: string }) {
  const text = useTexts(upiAdminTexts)
  const busy = useNavigation().formData?.get("intent") === "columns"
  const { headings, columns, remembered } = preview
  const options = headings.map((name, at) => ({ value: String(at), label: text.column(at + 1, name) }))
  const chosen = (at: number | null | undefined) => (at === null || at === undefined ? "" : String(at))
  return (
    <Card className="max-w-4xl">
      <details open={columns === null}>
        <Summary>{text.columns}</Summary>
        <Form method="post" encType="multipart/form-data" className="grid gap-5 pt-3">
          <p className="text-ink-muted">{remembered ? text.columnsKnown : text.columnsText}</p>
          <input type="hidden" name="text" value={statement} />
          <div className="grid gap-5 sm:grid-cols-3">
            <Field label={text.columnOf.date}>
              <SelectInput
                name="date"
                required
                placeholder={text.chooseColumn}
                defaultValue={chosen(columns?.date)}
                options={options}
              />
            </Field>
            <Field label={text.columnOf.amount}>
              <SelectInput
                name="amount"
                required
                placeholder={text.chooseColumn}
                defaultValue={chosen(columns?.amount)}
                options={options}
              />
            </Field>
            <Field label={text.columnOf.direction} hint={text.directionHint} optional>
              <SelectInput
                name="direction"
                placeholder={text.noDirection}
                defaultValue={chosen(columns?.direction)}
                options={options}
              />
            </Field>
          </div>
          <fieldset className="grid gap-2.5">
            <legend className="pb-2 text-sm font-semibold">{text.columnOf.texts}</legend>
            {options.map(({ value, label }) => (
              <Checkbox
                key={value}
                name="texts"
                value={value}
                label={label}
                defaultChecked={columns?.texts.includes(Number(value)) ?? false}
              />
            ))}
          </fieldset>
          <Button
            type="submit"
            name="intent"
            value="columns"
            variant="secondary"
            busy={busy}
            busyLabel={text.checking}
            className="justify-self-start"
          >
            {text.checkAgain}
          </Button>
        </Form>
      </details>
    </Card>
  )
}
