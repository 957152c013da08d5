import { brandIn, describePage } from "#features/content/web/describe-page.ts"
import { homeTexts } from "#features/content/web/home.texts.ts"
import {
  ClosingCall,
  DEMO_CLASSES,
  Hero,
  Offerings,
  WhyChoose,
} from "#features/content/web/home-sections.tsx"
import { HomeTestimonials } from "#features/content/web/home-testimonials.tsx"
import { ProgramCard, type ProgramCardData } from "#features/programs/web/program.card.tsx"
import { pageRequest } from "#ui/api.ts"
import { brandOf } from "#ui/brand.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Illustration } from "#ui/components/illustration.tsx"
import { cx } from "#ui/cx.ts"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { gutter } from "#ui/page.tsx"
import type { Route } from "./+types/home.page.ts"
import { type HomeDemo, loadHome } from "./home.load.ts"

export const handle = { static: true, translated: true }

export function loader({ context }: Route.LoaderArgs) {
  return loadHome(context.get(pageRequest))
}

export function meta({ matches }: Pick<Route.MetaArgs, "matches">) {
  const language = languageOf(matches)
  const brand = brandOf(matches)
  return describePage(matches, {
    title: homeTexts[language].title(brand.name),
    description: brandIn(brand, language).pitch,
    bare: true,
  })
}

/** What the academy offers: the next demos, programs and the room, before what it promises. */
export default function HomePage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  return (
    <>
      <Hero />
      <NextDemos demos={loaderData.demos} />
      <Offerings />
      <SomePrograms programs={loaderData.programs} />
      <RoomPicture />
      <WhyChoose />
      <HomeTestimonials />
      <ClosingCall />
    </>
  )
}

function NextDemos({ demos }: { demos: HomeDemo[] }) {
  const text = useTexts(homeTexts)
  return (
    <section aria-labelledby="next-demos" className="border-b border-line bg-surface">
      <div className={cx(gutter, "grid max-w-7xl gap-6 py-10 sm:py-14")}>
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <div className="grid gap-1">
            <h2 id="next-demos" className="text-heading">
              {text.demosTitle}
            </h2>
            <p className="text-ink-muted">{demos.length > 0 ? text.demosText : text.noDemos}</p>
          </div>
          <ButtonLink to={DEMO_CLASSES} variant="link">
            {text.allDemos}
          </ButtonLink>
        </div>
        {demos.length > 0 ? (
          <ul className="grid gap-4 md:grid-cols-3">
            {demos.map((demo) => (
              <DemoCard key={demo.id} demo={demo} />
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  )
}

function DemoCard({ demo }: { demo: HomeDemo }) {
  const text = useTexts(homeTexts)
  const titleId = `demo-${demo.id}`
  return (
    <li
      data-demo={demo.id}
      className="grid content-between gap-4 rounded-card border border-line bg-background p-5"
    >
      <div className="grid gap-1">
        <p className="text-sm font-semibold text-accent-text first-letter:uppercase">{demo.when}</p>
        <h3 id={titleId} className="text-lg leading-snug font-semibold tracking-tight">
          {demo.title}
        </h3>
        <p className="text-[0.9375rem] text-ink-muted">
          {text.demo.with(demo.instructor)} · {text.seats(demo.free_seats)}
        </p>
      </div>
      {/* The page has no scripts: a plain form, which also works for visitors (decision 58). */}
      <form method="post" action={`/class/${demo.id}`}>
        <input type="hidden" name="class_id" value={demo.id} />
        <Button
          type="submit"
          name="intent"
          value="request-demo"
          aria-describedby={titleId}
          className="w-full"
        >
          {text.demo.request}
        </Button>
      </form>
    </li>
  )
}

function SomePrograms({ programs }: { programs: ProgramCardData[] }) {
  const text = useTexts(homeTexts)
  if (programs.length === 0) return null
  return (
    <section aria-labelledby="some-programs" className={cx(gutter, "max-w-7xl pb-16 sm:pb-24")}>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="grid gap-3">
          <h2 id="some-programs" className="text-title">
            {text.programsTitle}
          </h2>
          <p className="max-w-xl text-lead text-ink-muted">{text.programsText}</p>
        </div>
        <ButtonLink to="/courses" variant="secondary">
          {text.browseCourses}
        </ButtonLink>
      </div>
      <ul className="mt-9 grid gap-4 sm:grid-cols-2 sm:gap-5 xl:grid-cols-4">
        {programs.map((program) => (
          <li key={program.id} className="grid min-w-0">
            <ProgramCard program={program} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function RoomPicture() {
  const text = useTexts(homeTexts)
  return (
    <section aria-labelledby="the-room" className={cx(gutter, "max-w-7xl pb-16 sm:pb-24")}>
      <div className="grid items-center gap-8 lg:grid-cols-[1fr_1.6fr] lg:gap-14">
        <div className="grid gap-3">
          <h2 id="the-room" className="text-title">
            {text.roomTitle}
          </h2>
          <p className="max-w-md text-lead text-ink-muted">{text.roomText}</p>
        </div>
        <Illustration
          src="/images/room.jpg"
          width={1120}
          height={658}
          alt={text.roomPicture}
          className="h-auto w-full rounded-panel border border-line"
        />
      </div>
    </section>
  )
}
