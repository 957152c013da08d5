import type { OwnReferrals } from "#contract/referrals.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { CopyHere } from "#ui/forms/copy-here.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useSaidTime } from "#ui/said-time.ts"
import { ownDocument } from "#ui/visitor/own-document.server.ts"
import { invitationPath, POINTS_PATH } from "../../paths.ts"
import { pointsTexts } from "../points/points.texts.ts"
import type { Route } from "./+types/refer.page.ts"
import { referralsTexts } from "./referrals.texts.ts"

export const handle = { static: true, own: true, translated: true }

export const middleware = [ownDocument]

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: referralsTexts[languageOf(matches)].title }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  const own = await page.api.referrals.mine()
  return { ...own, viewer_id: viewer.user_id, origin: page.origin, zone: page.zone }
}

/** The links of a student or of a parent's children, and who joined by them. */
export default function ReferPage({ loaderData }: Route.ComponentProps) {
  const { points, days, students, viewer_id, origin, zone } = loaderData
  const text = useTexts(referralsTexts)
  const back = useTexts(pointsTexts)
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: POINTS_PATH, label: back.title }}
        title={text.title}
        description={text.description(points, days)}
      />
      {students.length === 0 ? (
        <EmptyState illustration="no-requests" title={text.noStudents} text={text.noStudentsText} />
      ) : null}
      {students.map((student) => (
        <Card
          key={student.student_id}
          title={student.student_id === viewer_id ? text.yourLink : text.linkOf(student.first_name)}
          description={text.code(student.code)}
        >
          <div className="grid gap-6">
            <Share link={`${origin}${invitationPath(student.code)}`} points={points} />
            <Came came={student.came} zone={zone} />
          </div>
        </Card>
      ))}
    </Page>
  )
}

function Share({ link, points }: { link: string; points: number }) {
  const text = useTexts(referralsTexts)
  return (
    <div className="grid gap-3">
      <p className="rounded-md bg-surface-sunken p-3 break-all select-all">{link}</p>
      <div className="flex flex-wrap gap-3">
        <CopyHere value={link} text={text} size="md" variant="primary" />
        <a
          href={`https://wa.me/?${new URLSearchParams({ text: text.message(points, link) })}`}
          className={buttonClass({ variant: "secondary" })}
        >
          {text.whatsapp}
        </a>
      </div>
    </div>
  )
}

const TONES = { joined: "neutral", started: "primary", rewarded: "success", refused: "neutral" } as const

function Came({ came, zone }: { came: OwnReferrals["students"][number]["came"]; zone: string }) {
  const text = useTexts(referralsTexts)
  const said = useSaidTime(zone)
  if (came.length === 0) return <p className="text-ink-muted">{text.nobody}</p>
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">{text.whoCame}</h3>
      <ul>
        {came.map(({ id, first_name, state, reason, joined_at }) => (
          <li
            key={id}
            className="grid justify-items-start gap-x-6 gap-y-1.5 py-2.5 sm:flex sm:items-center sm:justify-between"
          >
            <span className="grid">
              <span>{first_name ?? text.gone}</span>
              <span className="text-sm text-ink-muted">
                {reason ? text.refused[reason] : text.joined(said(new Date(joined_at), "within"))}
              </span>
            </span>
            <Badge tone={TONES[state]}>{text.states[state]}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}
