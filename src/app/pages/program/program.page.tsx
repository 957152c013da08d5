import type { ProgramDetails } from "#contract/programs/programs.ts"
import { CurriculumCard } from "#features/lessons/web/curriculum.card.tsx"
import { CATALOGUE_PATH, checkoutPath, programPath } from "#features/programs/paths.ts"
import { breadcrumbData, courseData, sharePicture } from "#features/programs/web/course-data.ts"
import { enrolByForm } from "#features/programs/web/enrol.action.ts"
import { EnrolButton } from "#features/programs/web/enrol-button.tsx"
import { EnrolledDialog } from "#features/programs/web/enrolled-dialog.tsx"
import { MaterialsCard } from "#features/programs/web/materials.card.tsx"
import { ProgramCard, type ProgramCardData, ProgramFigures } from "#features/programs/web/program.card.tsx"
import { ProgramBadges } from "#features/programs/web/program-badges.tsx"
import { ProgramOffer } from "#features/programs/web/program-offer.tsx"
import { ProgramStory } from "#features/programs/web/program-story.tsx"
import { ShareLinks } from "#features/programs/web/share-links.tsx"
import { programTexts } from "#features/programs/web/texts/program.texts.ts"
import { cardTexts } from "#features/programs/web/texts/program-card.texts.ts"
import type { Brand } from "#shared/brand.ts"
import { pageRequest } from "#ui/api.ts"
import { brandOf, useBrand } from "#ui/brand.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { StructuredData } from "#ui/structured-data.tsx"
import { FlashNotice } from "#ui/toast.tsx"
import { ownDocument } from "#ui/visitor/own-document.server.ts"
import { classEventData } from "../live-classes/class-event-data.ts"
import type { Route } from "./+types/program.page.ts"
import { ComingClasses } from "./coming-classes.tsx"
import { ENROL_FORM } from "./enrol-form.ts"
import { loadProgram } from "./program.load.ts"
import { DemoButton, ProgramBar } from "./program-bar.tsx"
import { ProgramBatches } from "./program-batches.tsx"
import { ProgramPromises } from "./program-promises.tsx"

export const middleware = [ownDocument]

export function loader({ params, context }: Route.LoaderArgs) {
  return loadProgram(context.get(pageRequest), params.slug.slice(0, 120))
}

export function action({ request, context }: Route.ActionArgs) {
  return enrolByForm(request, context.get(pageRequest), programPath)
}

type Loaded = Route.ComponentProps["loaderData"]

export const handle = {
  static: true,
  own: true,
  // Visitors have nothing on it but links and forms that lead elsewhere.
  inPlace: "members",
  follows: "members",
  translated: true,
  picture: (loaded: Loaded | undefined) => loaded?.program && sharePicture(loaded.program.image),
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const brand = brandOf(matches)
  if (!loaderData?.program) {
    const text = programTexts[languageOf(matches)]
    return [{ title: `${text.goneTitle} · ${brand.name}` }, { name: "robots", content: "noindex" }]
  }
  const { program } = loaderData
  const title = `${program.title} · ${brand.name}`
  return [
    { title },
    { name: "description", content: program.summary },
    { property: "og:title", content: title },
    { property: "og:description", content: program.summary },
    { property: "og:type", content: "website" },
  ]
}

/** The program, the way to it and its next classes, for search engines. */
function searchData(brand: Brand, { program, events, origin }: Offered, allPrograms: string): object[] {
  const picture = origin + (sharePicture(program.image) ?? program.image)
  return [
    courseData(brand, origin, program),
    breadcrumbData(brand, origin, program, allPrograms),
    ...events.map((scheduledClass) => classEventData(brand, origin, scheduledClass, picture)),
  ]
}

export default function ProgramPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.program) return <GoneProgram similar={loaderData.similar} />
  return <OfferedProgram loaded={loaderData} posted={actionData} />
}

type Offered = Extract<Loaded, { batches: unknown }>

const TITLE = "program-title"

function OfferedProgram({ loaded, posted }: { loaded: Offered; posted: Route.ComponentProps["actionData"] }) {
  const text = useTexts(programTexts)
  const { program, materials, curriculum, origin, following, enrols, seeksDemo, editor } = loaded
  const { enrolled, toast } = posted ?? {}
  const path = programPath(program.slug)
  const brand = useBrand()
  // On phones the bar has the buttons.
  const inBar = enrols && !program.enrolled
  return (
    <div
      data-service={program.service}
      data-follows={following.length > 0 ? following.join(",") : undefined}
      className="grid"
    >
      <StructuredData data={searchData(brand, loaded, text.allPrograms)} />
      {toast ? <FlashNotice flash={toast} /> : null}
      <Page className="lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-x-14 lg:gap-y-10">
        <header className="grid content-start gap-4">
          <Breadcrumb program={program} />
          <ProgramBadges program={program} />
          <h1 id={TITLE} tabIndex={-1} className="text-title">
            {program.title}
          </h1>
          <p className="max-w-2xl text-lead text-ink-muted">{program.summary}</p>
          <p className="font-medium">{useTexts(cardTexts).by(program.instructor)}</p>
          <ProgramFigures program={program} />
        </header>
        <aside className="lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
          <ProgramOffer
            program={program}
            next={loaded.next}
            sellsMemberships={loaded.sellsMemberships}
            enrol={
              <div className={cx("grid gap-2.5", inBar && "max-lg:hidden")}>
                {program.renews ? null : enrols ? (
                  <EnrolButton id={ENROL_FORM} program={program} action={path} place="details" />
                ) : (
                  <p className="text-ink-muted">{text.ownAccount}</p>
                )}
                {editor ? (
                  <ButtonLink to={editor} reloadDocument variant="secondary">
                    {text.edit}
                  </ButtonLink>
                ) : null}
                {loaded.membership ? <Membership {...loaded.membership} slug={program.slug} /> : null}
                {seeksDemo ? <DemoButton demo={loaded.demo} /> : null}
              </div>
            }
            share={<ShareLinks title={program.title} address={origin + path} />}
          />
        </aside>
        <div className="grid min-w-0 content-start gap-10">
          {curriculum ? (
            <CurriculumCard courseId={program.id} curriculum={curriculum} enrolled={program.enrolled} />
          ) : null}
          <MaterialsCard materials={materials} />
          <Dates loaded={loaded} />
          <ProgramStory program={program} level={2} picture={loaded.picture} />
          <ProgramPromises delivery={program.delivery} figures={loaded.figures} />
        </div>
      </Page>
      <SimilarPrograms programs={loaded.similar} />
      {inBar ? <ProgramBar program={program} next={loaded.next} demo={loaded.demo} /> : null}
      <div data-closed-at={path} data-focus-after={TITLE} className="contents">
        {enrolled ? <EnrolledDialog enrolled={enrolled} backTo={CATALOGUE_PATH} /> : null}
      </div>
    </div>
  )
}

/** The batches, and the next classes that belong to none. */
function Dates({ loaded: { program, batches, coming, now, zone, enrols } }: { loaded: Offered }) {
  const text = useTexts(programTexts)
  const none = program.delivery === "recorded" ? text.noComingRecorded : text.noComing
  return (
    <>
      {batches.length > 0 ? <ProgramBatches batches={batches} isFixed={program.enrolled || !enrols} /> : null}
      {coming.length > 0 || batches.length === 0 ? (
        <ComingClasses classes={coming} now={now} zone={zone} none={none} />
      ) : null}
    </>
  )
}

/** How long a membership runs, and the way to go on. */
function Membership({
  slug,
  label,
  ended,
  renewable,
}: NonNullable<Offered["membership"]> & { slug: string }) {
  const text = useTexts(programTexts).membership
  return (
    <div className="grid gap-2.5">
      <p className={ended ? "font-semibold" : "text-ink-muted"}>{label}</p>
      {renewable ? (
        <ButtonLink to={checkoutPath(slug)} reloadDocument variant={ended ? "primary" : "secondary"}>
          {text.renew}
        </ButtonLink>
      ) : null}
    </div>
  )
}

function Breadcrumb({ program }: { program: ProgramDetails }) {
  const text = useTexts(programTexts)
  const filtered = `${CATALOGUE_PATH}?${new URLSearchParams({ service: program.service })}`
  const steps = [
    { to: CATALOGUE_PATH, label: text.allPrograms },
    { to: filtered, label: useTexts(cardTexts).serviceName(program.service) },
  ]
  return (
    <nav aria-label={text.breadcrumb}>
      <ol className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
        {steps.map(({ to, label }) => (
          <li key={to} className="after:ml-2 after:content-['/'] max-sm:nth-last-2:after:hidden">
            <Link
              to={to}
              className="inline-flex min-h-8 items-center font-semibold hover:text-ink hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
        <li aria-current="page" className="truncate max-sm:sr-only">
          {program.title}
        </li>
      </ol>
    </nav>
  )
}

function SimilarPrograms({ programs }: { programs: ProgramCardData[] }) {
  const text = useTexts(programTexts)
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

function ProgramRow({ programs, level }: { programs: ProgramCardData[]; level: 2 | 3 }) {
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

/** Shown at the address of a program that is no longer offered, or never was. */
function GoneProgram({ similar }: { similar: ProgramCardData[] }) {
  const text = useTexts(programTexts)
  return (
    <Page>
      <PageHeader
        title={text.goneTitle}
        description={text.goneText}
        actions={<ButtonLink to={CATALOGUE_PATH}>{useTexts(cardTexts).showAll}</ButtonLink>}
      />
      <ProgramRow programs={similar} level={2} />
    </Page>
  )
}
