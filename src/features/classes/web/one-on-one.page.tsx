import type { ShouldRevalidateFunctionArgs } from "react-router"
import lists from "#content/option-lists.json" with { type: "json" }
import { SlotDraft } from "#contract/classes/one-on-one.ts"
import { OWN_CHANGES, topicOfChanges } from "#shared/changes.ts"
import { isId } from "#shared/ids.ts"
import type { Role } from "#shared/roles.ts"
import { dateInZone } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { pageRequest, redirectWithToast, requireViewer, serveButton, serveForm } from "#ui/api.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { languageOf } from "#ui/language.ts"
import { useLiveTopics } from "#ui/live/live.ts"
import { errorTextIn } from "#ui/messages/in-language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader, Section } from "#ui/page.tsx"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import { classPath } from "../addresses.ts"
import { canActForInstructors, canSchedule, canTakeSeat } from "../rules.ts"
import type { Route } from "./+types/one-on-one.page.ts"
import { ONE_ON_ONE_PATH } from "./list/class-links.ts"
import { OneOnOneCard, SlotButton, SlotLine } from "./one-on-one.card.tsx"
import { oneOnOneTexts } from "./one-on-one.texts.ts"
import { SlotForm } from "./slot-form.tsx"

const PAGE_SIZE = 30
const OWN_SHOWN = 50

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  const { title, meta: content } = oneOnOneTexts[languageOf(matches)]
  return [{ title }, { name: "description", content }]
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { viewer, api } = page
  const cursor = url.searchParams.get("after")
  const [free, own, instructors] = await Promise.all([
    api.oneOnOne.list({ limit: PAGE_SIZE, ...(cursor && { cursor }) }),
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
  const text = oneOnOneTexts[page.language]
  return serveButton(args, async ({ api, language }) => {
    if (!isId(slot_id)) return { tone: "error", ...errorTextIn(language, "NOT_FOUND") }
    if (intent === "withdraw") {
      await api.oneOnOne.withdraw({ slot_id })
      return { tone: "success", title: text.withdrawn }
    }
    const { class_id } = await api.oneOnOne.take({ slot_id })
    return redirectWithToast(classPath(class_id), {
      tone: "success",
      title: text.booked,
      description: text.bookedText,
    })
  })
}

/** Also reload after a refusal, which means that the page is out of date. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined && formMethod !== "GET" ? true : defaultShouldRevalidate
}

function offer(args: Route.ActionArgs) {
  return serveForm(args, SlotDraft, async (draft, { api, language }) => {
    const { offered } = await api.oneOnOne.offer(draft)
    return { tone: "success", title: oneOnOneTexts[language].offered(offered) }
  })
}

/** One-on-one times: instructors offer them, and students take them. */
export default function OneOnOnePage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(oneOnOneTexts)
  const { viewer, own, tomorrow, today, zone, instructors } = loaderData
  useFlash(actionData?.toast)
  useLiveTopics(viewer ? [...OWN_CHANGES, ...topicOfChanges(["slot.offered"], ["*"])] : [])
  const teaches = viewer !== null && canSchedule(viewer)
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: "/live-classes", label: text.back }}
        title={text.title}
        description={text.description}
      />
      {teaches ? (
        <Card title={text.offer} description={text.offerText}>
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
  const text = useTexts(oneOnOneTexts)
  return (
    <Section title={text.free}>
      {free.length === 0 ? (
        <EmptyState
          level={3}
          illustration="no-classes"
          title={text.none}
          text={text.noneText}
          action={<ButtonLink to="/live-classes">{text.browse}</ButtonLink>}
        />
      ) : (
        <Card flush>
          <ul>
            {free.map((slot) => (
              <SlotLine key={slot.id} slot={slot}>
                {viewer && canTakeSeat(viewer) ? (
                  <SlotButton slot={slot} intent="take" label={text.book} busyLabel={text.booking} />
                ) : (
                  <ButtonLink to={`/auth?to=${ONE_ON_ONE_PATH}`} variant="secondary" size="sm">
                    {text.signIn}
                  </ButtonLink>
                )}
              </SlotLine>
            ))}
          </ul>
        </Card>
      )}
      <nav aria-label={text.pages} className="flex justify-between gap-4">
        {isFirst ? null : (
          <ButtonLink to={ONE_ON_ONE_PATH} variant="secondary">
            {text.earliest}
          </ButtonLink>
        )}
        {later ? (
          <ButtonLink to={`?after=${later}`} variant="secondary" className="ml-auto">
            {text.later}
          </ButtonLink>
        ) : null}
      </nav>
    </Section>
  )
}
