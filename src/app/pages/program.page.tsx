import { ORPCError } from "@orpc/client"
import { useState } from "react"
import { data, Link } from "react-router"
import type { ScheduledClass } from "#contract/classes.ts"
import type { Program, ProgramDetails } from "#contract/programs.ts"
import { followClasses } from "#features/classes/list-changes.ts"
import { type ListedClass, listClass } from "#features/classes/web/listed-class.ts"
import { CurriculumCard } from "#features/lessons/web/curriculum.card.tsx"
import { CATALOGUE_PATH, programPath } from "#features/programs/paths.ts"
import { catalogueTexts } from "#features/programs/web/catalogue.texts.ts"
import { breadcrumbData, courseData, sharePicture } from "#features/programs/web/course-data.ts"
import { enrolByForm } from "#features/programs/web/enrol.action.ts"
import { EnrolButton, useEnrolment } from "#features/programs/web/enrol-button.tsx"
import { EnrolledDialog } from "#features/programs/web/lazy-dialogs.tsx"
import { MaterialsCard } from "#features/programs/web/materials.card.tsx"
import { ProgramCard, ProgramFigures } from "#features/programs/web/program.card.tsx"
import { ProgramBadges } from "#features/programs/web/program-badges.tsx"
import { ProgramOffer } from "#features/programs/web/program-offer.tsx"
import { ProgramStory } from "#features/programs/web/program-story.tsx"
import { ShareLinks } from "#features/programs/web/share-links.tsx"
import { brand } from "#shared/brand.ts"
import { OWN_CHANGES } from "#shared/changes.ts"
import { type PageRequest, pageRequest } from "#ui/api.ts"
import { ButtonLink } from "#ui/button.tsx"
import { languageOf } from "#ui/language.ts"
import { useLiveTopics } from "#ui/live.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/program.page.ts"
import { classEventData } from "./class-event-data.ts"
import { ComingClasses } from "./coming-classes.tsx"

const COMING = 5

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const slug = params.slug.slice(0, 120)
  const [program, similar] = await Promise.all([findProgram(page, slug), page.api.programs.similar({ slug })])
  const { zone, now, origin } = page
  if (!program) return data({ program: null, similar, origin }, { status: 404 })
  const [coming, materials, curriculum] = await Promise.all([
    findComing(page, program),
    program.enrolled ? page.api.programs.materials({ course_id: program.id }) : [],
    program.delivery === "recorded" ? page.api.lessons.list({ course_id: program.id }) : null,
  ])
  const following = page.viewer ? [...OWN_CHANGES, ...followClasses(coming)] : []
  const signedIn = page.viewer !== null
  return { program, similar, coming, materials, curriculum, zone, now, origin, signedIn, following }
}

async function findProgram(page: PageRequest, slug: string) {
  try {
    return await page.api.programs.get({ slug })
  } catch (error) {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") return null
    throw error
  }
}

/** The program's next classes; today's that are over or called off are left out. */
async function findComing(page: PageRequest, program: ProgramDetails): Promise<ListedClass[]> {
  const { items } = await page.api.classes.list({ course_id: program.id, limit: 4 * COMING })
  const isComing = ({ status, ends_at }: ScheduledClass) =>
    status === "live" || (status === "scheduled" && ends_at > page.now)
  return items
    .filter(isComing)
    .slice(0, COMING)
    .map((session) => listClass(session, page.zone))
}

export function action({ request, context }: Route.ActionArgs) {
  return enrolByForm(request, context.get(pageRequest), programPath)
}

type Loaded = Route.ComponentProps["loaderData"]

export const handle = {
  translated: true,
  picture: (loaded: Loaded | undefined) => loaded?.program && sharePicture(loaded.program.image),
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const text = catalogueTexts[languageOf(matches)]
  if (!loaderData?.program) {
    return [{ title: `${text.goneTitle} · ${brand.name}` }, { name: "robots", content: "noindex" }]
  }
  const { program, coming, origin } = loaderData
  const title = `${program.title} · ${brand.name}`
  const picture = origin + (sharePicture(program.image) ?? program.image)
  return [
    { title },
    { name: "description", content: program.summary },
    { property: "og:title", content: title },
    { property: "og:description", content: program.summary },
    { property: "og:type", content: "website" },
    { "script:ld+json": courseData(program, origin) },
    { "script:ld+json": breadcrumbData(program, origin, text.allPrograms) },
    ...coming.map((session) => ({ "script:ld+json": classEventData(session, origin, picture) })),
  ]
}

export default function ProgramPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.program) return <GoneProgram similar={loaderData.similar} />
  return <OfferedProgram loaded={loaderData} posted={actionData} />
}

type Offered = Extract<Loaded, { coming: unknown }>

function OfferedProgram({ loaded, posted }: { loaded: Offered; posted: Route.ComponentProps["actionData"] }) {
  const text = useTexts(catalogueTexts)
  const { program, similar, coming, materials, curriculum, now, zone, origin, signedIn } = loaded
  const reply = useEnrolment().data ?? posted
  const [closed, setClosed] = useState<typeof reply>()
  const success = reply && reply !== closed ? reply.enrolled : null
  useFlash(reply?.toast)
  useLiveTopics(loaded.following)
  const path = programPath(program.slug)
  return (
    <div data-service={program.service} className="contents">
      {reply?.toast ? (
        <noscript>
          <FlashNotice flash={reply.toast} />
        </noscript>
      ) : null}
      <Page className="lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-x-14 lg:gap-y-10">
        <header className="grid content-start gap-4">
          <Breadcrumb program={program} />
          <ProgramBadges program={program} />
          <h1 className="text-title">{program.title}</h1>
          <p className="max-w-2xl text-lead text-ink-muted">{program.summary}</p>
          <p className="font-medium">{text.by(program.instructor)}</p>
          <ProgramFigures program={program} />
        </header>
        <aside className="lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
          <ProgramOffer
            program={program}
            enrol={<EnrolButton program={program} action={path} place="details" signedIn={signedIn} />}
            share={<ShareLinks title={program.title} address={origin + path} />}
          />
        </aside>
        <div className="grid min-w-0 content-start gap-10">
          {curriculum ? (
            <CurriculumCard courseId={program.id} curriculum={curriculum} enrolled={program.enrolled} />
          ) : null}
          <MaterialsCard materials={materials} />
          <ProgramStory program={program} level={2} />
          <ComingClasses
            classes={coming}
            now={now}
            zone={zone}
            none={program.delivery === "recorded" ? text.noComingRecorded : text.noComing}
          />
        </div>
      </Page>
      <SimilarPrograms programs={similar} />
      <EnrolledDialog enrolled={success} backTo={CATALOGUE_PATH} onClose={() => setClosed(reply)} />
    </div>
  )
}

function Breadcrumb({ program }: { program: ProgramDetails }) {
  const text = useTexts(catalogueTexts)
  const filtered = `${CATALOGUE_PATH}?${new URLSearchParams({ service: program.service })}`
  const steps = [
    { to: CATALOGUE_PATH, label: text.allPrograms },
    { to: filtered, label: text.serviceName(program.service) },
  ]
  return (
    <nav aria-label={text.breadcrumb}>
      <ol className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
        {steps.map(({ to, label }) => (
          <li key={to} className="after:ml-2 after:content-['/']">
            <Link
              to={to}
              className="inline-flex min-h-8 items-center font-semibold hover:text-ink hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
        <li aria-current="page" className="truncate">
          {program.title}
        </li>
      </ol>
    </nav>
  )
}

function SimilarPrograms({ programs }: { programs: Program[] }) {
  const text = useTexts(catalogueTexts)
  if (programs.length === 0) return null
  return (
    <section aria-labelledby="similar-programs" className="border-t border-line bg-surface-sunken">
      <Page>
        <h2 id="similar-programs" className="text-heading">
          {text.similar}
        </h2>
        <ProgramRow programs={programs} level={3} />
      </Page>
    </section>
  )
}

function ProgramRow({ programs, level }: { programs: Program[]; level: 2 | 3 }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 xl:grid-cols-4">
      {programs.map((program) => (
        <li key={program.id} className="grid min-w-0">
          <ProgramCard program={program} level={level} />
        </li>
      ))}
    </ul>
  )
}

/** What stands at the address of a program that is no longer offered, or never was. */
function GoneProgram({ similar }: { similar: Program[] }) {
  const text = useTexts(catalogueTexts)
  return (
    <Page>
      <PageHeader
        title={text.goneTitle}
        description={text.goneText}
        actions={<ButtonLink to={CATALOGUE_PATH}>{text.showAll}</ButtonLink>}
      />
      <ProgramRow programs={similar} level={2} />
    </Page>
  )
}
