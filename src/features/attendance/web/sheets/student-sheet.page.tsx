import { ORPCError } from "@orpc/client"
import Download from "lucide-react/icons/download"
import { data } from "react-router"
import { isId } from "#shared/ids.ts"
import { askedMonth } from "#shared/month.ts"
import { dateInZone } from "#shared/time.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { buttonClass } from "#ui/components/button.tsx"
import { MonthChoice } from "#ui/components/month-choice.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { MonthRule } from "../month-rule.card.tsx"
import { attendanceTexts } from "../texts/attendance.texts.ts"
import type { Route } from "./+types/student-sheet.page.ts"
import { SheetLines } from "./sheet-lines.tsx"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  const { metaTitle } = attendanceTexts[languageOf(matches)]
  return [{ title: metaTitle }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request, "/teacher-auth")
  const { studentId: student_id } = params
  if (!isId(student_id)) throw data(null, { status: 404 })
  const present = dateInZone(page.now, page.zone).slice(0, 7)
  const month = askedMonth(new URL(request.url).searchParams, present)
  try {
    const sheet = await page.api.attendance.studentSheet({ student_id, month })
    return { ...sheet, student_id, month, present, zone: page.zone }
  } catch (error) {
    if (error instanceof ORPCError && (error.status === 404 || error.status === 403))
      throw data(null, { status: 404 })
    throw error
  }
}

/** One student's month for staff. */
export default function StudentSheetPage({ loaderData }: Route.ComponentProps) {
  const text = useTexts(attendanceTexts)
  const { student_name, student_id, standing, lines, month, present, zone } = loaderData
  return (
    <Page>
      <PageHeader
        back={{ to: `/attendance?month=${month}`, label: text.sheet.back }}
        title={student_name}
        description={text.own.description}
        actions={
          <a
            href={`/attendance/students/${student_id}/month.csv?month=${month}`}
            className={buttonClass({ variant: "secondary" })}
            download
          >
            <Download size={18} aria-hidden />
            {text.month.export}
          </a>
        }
      />
      <MonthChoice label={text.sheet.choice} month={month} present={present} />
      <MonthRule standing={standing} name={student_name} />
      <SheetLines lines={lines} zone={zone} isPast={month < present} />
    </Page>
  )
}
