import { data } from "react-router"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useSaidStart, useSaidTime } from "#ui/said-time.ts"
import type { Route } from "./+types/proofs.page.ts"
import { staffProofTexts } from "./staff-proof.texts.ts"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: staffProofTexts[languageOf(matches)].title }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { role } = requireViewer(page, request, "/teacher-auth")
  if (role !== "instructor" && role !== "admin") throw data(null, { status: 404 })
  const after = new URL(request.url).searchParams.get("after")
  const { items, next_cursor } = await page.api.attendance.proofs({
    limit: 20,
    ...(after && { cursor: after }),
  })
  return { proofs: items, next_cursor, zone: page.zone }
}

/** The medical proofs that wait for a decision by staff. */
export default function ProofsPage({ loaderData }: Route.ComponentProps) {
  const text = useTexts(staffProofTexts)
  const { proofs, next_cursor, zone } = loaderData
  const saidStart = useSaidStart()
  const said = useSaidTime(zone)
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: "/attendance", label: text.back }}
        title={text.title}
        description={text.description}
      />
      {proofs.length === 0 ? (
        <EmptyState illustration="no-requests" title={text.empty} text={text.emptyText} />
      ) : (
        <Card flush>
          <ul>
            {proofs.map((one) => (
              <li
                key={`${one.class_id} ${one.student_id}`}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
              >
                <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
                  <p className="font-semibold wrap-anywhere">{one.student_name}</p>
                  <p className="text-sm text-ink-muted">
                    {one.title}, {saidStart(one)}
                  </p>
                  <p className="text-sm text-ink-muted">
                    {text.files(one.files)}, {text.sent(said(one.sent_at, "within"))}
                  </p>
                </div>
                <ButtonLink
                  to={`/attendance/proofs/${one.class_id}/${one.student_id}`}
                  variant="secondary"
                  aria-label={text.openOf(one.student_name)}
                >
                  {text.open}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <MoreLink cursor={next_cursor} />
    </Page>
  )
}
