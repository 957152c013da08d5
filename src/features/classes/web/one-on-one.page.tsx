import { redirect, type ShouldRevalidateFunctionArgs } from "react-router"
import lists from "#content/option-lists.json" with { type: "json" }
import { SlotDraft } from "#contract/one-on-one.ts"
import { OWN_CHANGES, topicOfChanges } from "#shared/changes.ts"
import { isId } from "#shared/ids.ts"
import type { Role } from "#shared/roles.ts"
import { dateInZone } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { pageRequest, redirectWithToast, requireViewer, serveButton, serveForm } from "#ui/api.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { useLiveTopics } from "#ui/live.ts"
import { errorText } from "#ui/messages/errors.en.ts"
import { Page, PageHeader, Section } from "#ui/page.tsx"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import { canActForInstructors, canSchedule, canTakeSeat } from "../rules.ts"
import type { Route } from "./+types/one-on-one.page.ts"
import { classPath, ONE_ON_ONE_PATH } from "./class-links.ts"
import { OneOnOneCard, SlotButton, SlotLine } from "./one-on-one.card.tsx"
import { SlotForm } from "./slot-form.tsx"

const PAGE_SIZE = 30
const OWN_SHOWN = 50

export function meta() {
  return [
    { title: "One-on-one" },
    { name: "description", content: "Times for one student and one teacher: clear a doubt, or go deeper." },
  ]
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { viewer, api } = page
  const cursor = url.searchParams.get("after")
  const [free, own, instructors] = await Promise.all([
    api.oneOnOne.list({ limit: PAGE_SIZE, ...(cursor && { cursor }) }).catch((error: unknown) => {
      // A place that no list gave out.
      if (cursor) throw redirect(ONE_ON_ONE_PATH)
      throw error
    }),
    viewer?.role ? api.oneOnOne.mine({ limit: OWN_SHOWN }) : null,
    viewer && canActForInstructors(viewer) ? api.classes.listInstructors() : undefined,
  ])
  const today = dateInZone(page.now, page.zone)
  return {
    viewer: viewer && { role: viewer.role },
    free: free.items,
    later: free.next_cursor,
    isFirst: cursor === null,
    own: own?.items ?? [],
    instructors,
    today,
    tomorrow: addDays(today, 1),
    zone: page.zone,
  }
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const page = context.get(pageRequest)
  const form = await request.clone().formData()
  const intent = form.get("intent")
  const slot_id = String(form.get("slot_id"))
  requireViewer(page, request, intent === "take" ? "/auth" : "/teacher-auth")
  if (intent === "offer") return offer(args)
  return serveButton(args, async ({ api }) => {
    if (!isId(slot_id)) return { tone: "error", ...errorText("NOT_FOUND") }
    if (intent === "withdraw") {
      await api.oneOnOne.withdraw({ slot_id })
      return { tone: "success", title: "Time withdrawn" }
    }
    const { class_id } = await api.oneOnOne.take({ slot_id })
    const description = "It is a class of your own now: join it here when it begins."
    return redirectWithToast(classPath(class_id), {
      tone: "success",
      title: "The time is yours",
      description,
    })
  })
}

/** Also after a refusal, which says that the page is out of date. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined && formMethod !== "GET" ? true : defaultShouldRevalidate
}

function offer(args: Route.ActionArgs) {
  return serveForm(args, SlotDraft, async (draft, { api }) => {
    const { offered } = await api.oneOnOne.offer(draft)
    return { tone: "success", title: offered === 1 ? "1 time offered" : `${offered} times offered` }
  })
}

/** Times of one student each: offered by those who teach, taken by those who learn. */
export default function OneOnOnePage({ loaderData, actionData }: Route.ComponentProps) {
  const { viewer, own, tomorrow, today, zone, instructors } = loaderData
  useFlash(actionData?.toast)
  useLiveTopics(viewer ? [...OWN_CHANGES, ...topicOfChanges(["slot.offered"], ["*"])] : [])
  const teaches = viewer !== null && canSchedule(viewer)
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: "/live-classes", label: "Live Classes" }}
        title="One-on-one"
        description="One teacher, one student, one question that won't go away."
      />
      {teaches ? (
        <Card
          title="Offer times"
          description="The stretch is cut into times of one length; each is for one student."
        >
          <SlotForm
            lastResult={actionData?.form}
            today={today}
            tomorrow={tomorrow}
            zone={zone}
            subjects={lists.dialogSubjects}
            instructors={instructors}
          />
        </Card>
      ) : null}
      {teaches || own.length > 0 ? (
        <OneOnOneCard slots={own} reader={teaches ? "instructor" : "student"} />
      ) : null}
      {teaches ? null : <FreeTimesList {...loaderData} />}
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </Page>
  )
}

type FreeTimesListProps = Pick<Route.ComponentProps["loaderData"], "free" | "later" | "isFirst"> & {
  viewer: { role: Role | null } | null
}

function FreeTimesList({ free, later, isFirst, viewer }: FreeTimesListProps) {
  return (
    <Section title="Free times">
      {free.length === 0 ? (
        <EmptyState
          level={3}
          illustration="no-classes"
          title="No free times"
          text="Teachers offer new ones day by day: they appear here by themselves."
          action={<ButtonLink to="/live-classes">Browse Available Classes</ButtonLink>}
        />
      ) : (
        <Card flush>
          <ul>
            {free.map((slot) => (
              <SlotLine key={slot.id} slot={slot}>
                {viewer && canTakeSeat(viewer) ? (
                  <SlotButton slot={slot} intent="take" label="Take this time" busyLabel="Taking..." />
                ) : (
                  <ButtonLink to={`/auth?to=${ONE_ON_ONE_PATH}`} variant="secondary" size="sm">
                    Log in
                  </ButtonLink>
                )}
              </SlotLine>
            ))}
          </ul>
        </Card>
      )}
      <nav aria-label="Pages" className="flex justify-between gap-4">
        {isFirst ? null : (
          <ButtonLink to={ONE_ON_ONE_PATH} variant="secondary">
            The soonest times
          </ButtonLink>
        )}
        {later ? (
          <ButtonLink to={`?after=${later}`} variant="secondary" className="ml-auto">
            Later times
          </ButtonLink>
        ) : null}
      </nav>
    </Section>
  )
}
