import Download from "lucide-react/icons/download"
import { redirect, useSearchParams } from "react-router"
import type { MonthLine } from "#contract/attendance/attendance-sheets.ts"
import { percentAttended } from "#features/attendance/month-rule.ts"
import { askedMonth, monthName, monthsAround } from "#shared/month.ts"
import { dateInZone } from "#shared/time.ts"
import { type PageRequest, pageRequest, requireViewer } from "#ui/api.ts"
import { Badge, type BadgeTone } from "#ui/components/badge.tsx"
import { Button, ButtonLink, buttonClass } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MonthChoice } from "#ui/components/month-choice.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { QueryForm } from "#ui/forms/query-form.tsx"
import { LANGUAGE_TAGS, languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import type { Route } from "./+types/attendance.page.ts"
import { MonthRule } from "./month-rule.card.tsx"
import { staffProofTexts } from "./proofs/staff-proof.texts.ts"
import { SheetLines } from "./sheets/sheet-lines.tsx"
import type { attendanceText } from "./texts/attendance.text.ts"
import { attendanceTexts } from "./texts/attendance.texts.ts"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  const { metaTitle } = attendanceTexts[languageOf(matches)]
  return [{ title: metaTitle }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { role } = requireViewer(page, request)
  if (role === "guardian") throw redirect("/guardian-dashboard?tab=attendance")
  const params = new URL(request.url).searchParams
  const present = dateInZone(page.now, page.zone).slice(0, 7)
  const month = askedMonth(params, present)
  if (role === "student") {
    const sheet = await page.api.attendance.mySheet({ month })
    return { view: "own" as const, sheet, month, present, zone: page.zone }
  }
  return { view: "staff" as const, ...(await loadMonth(page, params, month)), month, present }
}

async function loadMonth({ api }: PageRequest, params: URLSearchParams, month: string) {
  const q = (params.get("q") ?? "").slice(0, 100)
  const after = params.get("after")
  const [{ items, next_cursor }, { proofs }] = await Promise.all([
    api.attendance.month({ month, q, ...(after && { cursor: after }) }),
    api.attendance.waiting(),
  ])
  const isEmpty = items.length === 0 && q === ""
  return { lines: items, next_cursor, q, proofs, before: isEmpty ? await heldBefore(api, month) : null }
}

/** Returns the month before if registers were taken in it: on the first of a month nothing else is to be seen. */
async function heldBefore(api: PageRequest["api"], month: string): Promise<string | null> {
  const { before } = monthsAround(month)
  const { items } = await api.attendance.month({ month: before, q: "", limit: 1 })
  return items.length > 0 ? before : null
}

/** A student's own month; everybody's for staff. */
export default function AttendancePage({ loaderData }: Route.ComponentProps) {
  return loaderData.view === "own" ? <OwnMonth {...loaderData} /> : <StaffMonth {...loaderData} />
}

type View<V extends "own" | "staff"> = Extract<Route.ComponentProps["loaderData"], { view: V }>

function OwnMonth({ sheet, zone, month, present }: View<"own">) {
  const { own: text, sheet: shared } = useTexts(attendanceTexts)
  return (
    <Page width="reading">
      <PageHeader title={text.title} description={text.description} />
      <MonthChoice label={shared.choice} month={month} present={present} />
      <MonthRule standing={sheet.standing} />
      <SheetLines lines={sheet.lines} zone={zone} isPast={month < present} />
    </Page>
  )
}

function StaffMonth({ lines, next_cursor, q, month, present, proofs, before }: View<"staff">) {
  const { month: text, sheet: shared } = useTexts(attendanceTexts)
  const proofText = useTexts(staffProofTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const none = month < present ? { title: shared.noneHeld } : { title: text.empty, text: text.emptyText }
  const [_params] = useSearchParams()
  return (
    <Page>
      <PageHeader
        title={text.title}
        description={text.description}
        actions={
          <>
            <a
              href={`/attendance/month.csv?month=${month}`}
              className={buttonClass({ variant: "secondary" })}
              download
            >
              <Download size={18} aria-hidden />
              {text.export}
            </a>
            <ButtonLink to="/attendance/proofs" variant={proofs > 0 ? "primary" : "secondary"}>
              {proofs > 0 ? proofText.toCheck(proofs) : proofText.title}
            </ButtonLink>
            <ButtonLink to="/attendance/messages" variant="secondary">
              {text.messages}
            </ButtonLink>
          </>
        }
      />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <MonthChoice label={shared.choice} month={month} present={present} />
        <QueryForm className="flex w-full items-end gap-3 sm:w-auto">
          <input type="hidden" name="month" value={month} />
          <Field label={text.find} hideLabel className="flex-1 sm:w-64">
            <TextInput type="search" name="q" defaultValue={q} maxLength={100} placeholder={text.find} />
          </Field>
          <Button type="submit" variant="secondary">
            {text.findButton}
          </Button>
        </QueryForm>
      </div>
      <DataTable
        caption={text.caption}
        columns={columns(month, text)}
        rows={lines}
        rowKey={(line) => line.student_id}
        empty={
          <EmptyState
            illustration="no-classes"
            {...(q ? { title: text.noneFound, text: text.noneFoundText } : none)}
            action={
              before ? (
                <ButtonLink to={`?month=${before}`} variant="secondary">
                  {text.see(monthName(tag, before))}
                </ButtonLink>
              ) : null
            }
          />
        }
      />
      <MoreLink cursor={next_cursor} />
    </Page>
  )
}

type MonthText = (typeof attendanceText)["month"]

const TONES: Record<MonthLine["state"], BadgeTone> = {
  none: "neutral",
  "on-course": "neutral",
  close: "warning",
  met: "success",
  missed: "danger",
}

function stateOf({ state, absences_left, required_percent }: MonthLine, text: MonthText): string {
  if (state === "none") return text.nothingCounted
  if (state === "met") return text.reached
  return state === "missed" ? text.below(required_percent) : text.absencesLeft(absences_left)
}

function columns(month: string, text: MonthText): Column<MonthLine>[] {
  return [
    {
      key: "student",
      header: text.columns.student,
      cell: (line) => (
        <Link
          to={`/attendance/students/${line.student_id}?month=${month}`}
          className="text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {line.student_name}
        </Link>
      ),
    },
    {
      key: "share",
      header: text.columns.share,
      align: "end",
      cell: (line) => {
        const percent = percentAttended(line)
        return percent === null ? "–" : `${percent}%`
      },
    },
    {
      key: "attended",
      header: text.columns.attended,
      align: "end",
      cell: (line) => text.attendedOf(line.attended, line.held),
    },
    { key: "excused", header: text.columns.excused, align: "end", cell: (line) => line.excused },
    { key: "coming", header: text.columns.coming, align: "end", cell: (line) => line.to_come },
    {
      key: "rule",
      header: text.columns.rule,
      cell: (line) => <Badge tone={TONES[line.state]}>{stateOf(line, text)}</Badge>,
    },
  ]
}
