import Activity from "lucide-react/icons/activity"
import ArrowRight from "lucide-react/icons/arrow-right"
import CalendarClock from "lucide-react/icons/calendar-clock"
import GraduationCap from "lucide-react/icons/graduation-cap"
import MessageCircleQuestionMark from "lucide-react/icons/message-circle-question-mark"
import Smartphone from "lucide-react/icons/smartphone"
import Video from "lucide-react/icons/video"
import { useBrand } from "#ui/brand.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Illustration } from "#ui/components/illustration.tsx"
import { cx } from "#ui/cx.ts"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { gutter } from "#ui/page.tsx"
import { brandIn } from "./describe-page.ts"
import { homeTexts } from "./home.texts.ts"

/** The upcoming demo classes, where visitors request one. */
export const DEMO_CLASSES = "/live-classes?class_type=demo"

/** The services in the order they are offered, each with its picture. */
const OFFERINGS = [
  ["Academics", "academics"],
  ["Sports", "sports"],
  ["Music", "music"],
  ["Fitness", "fitness"],
  ["Art & Culture", "art-and-culture"],
  ["Martial Arts", "martial-arts"],
] as const

const BENEFITS = [
  ["teachers", GraduationCap],
  ["live", Video],
  ["doubts", MessageCircleQuestionMark],
  ["progress", Activity],
  ["app", Smartphone],
  ["schedule", CalendarClock],
] as const

export function Hero() {
  const text = useTexts(homeTexts)
  const brand = useBrand()
  const words = brand.tagline.split(" ")
  return (
    <section className="relative isolate overflow-hidden border-b border-line">
      <div aria-hidden className="ruled ruled-fade absolute inset-y-0 right-0 left-1/3 -z-10 max-lg:hidden" />
      <div
        className={cx(
          gutter,
          "grid max-w-7xl items-center gap-10 pt-12 pb-14 sm:pt-16 lg:grid-cols-[1.05fr_1fr] lg:gap-14 lg:py-20",
        )}
      >
        <div className="grid content-center gap-6">
          <h1 lang={brand.taglineLanguage} className="text-display">
            {words.slice(0, -1).join(" ")} <span className="marked">{words.at(-1)}</span>
          </h1>
          <p className="max-w-xl text-heading">{text.offer}</p>
          <p className="max-w-xl text-lead text-ink-muted">{brandIn(brand, useLanguage()).pitch}</p>
          <div className="mt-1 flex flex-wrap gap-3">
            <ButtonLink to={DEMO_CLASSES} size="lg" className="max-sm:w-full">
              {text.bookDemo}
            </ButtonLink>
            <ButtonLink to="/live-classes" size="lg" variant="secondary" className="max-sm:w-full">
              {text.joinLive}
            </ButtonLink>
          </div>
          <p className="text-sm text-ink-muted">{text.heroNote}</p>
        </div>
        <Illustration
          src="/images/hero.svg"
          width={720}
          height={560}
          eager
          className="h-auto w-full max-w-2xl justify-self-center"
        />
      </div>
    </section>
  )
}

export function Offerings() {
  const text = useTexts(homeTexts)
  return (
    <section className={cx(gutter, "max-w-7xl py-16 sm:py-24")}>
      <h2 className="text-title">{text.offeringsTitle}</h2>
      <p className="mt-3 max-w-xl text-lead text-ink-muted">{text.offeringsText}</p>
      <ul className="mt-9 grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {OFFERINGS.map(([service, image]) => (
          <li key={service} data-service={service}>
            <Link
              to={`/courses?${new URLSearchParams({ service })}`}
              className="group flex h-full overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-hue sm:flex-col"
            >
              <span className="relative w-28 shrink-0 bg-hue-tint sm:w-full">
                <Illustration
                  src={`/images/services/${image}.svg`}
                  width={640}
                  height={400}
                  className="w-full object-cover max-sm:absolute max-sm:inset-0 max-sm:h-full"
                />
              </span>
              <span className="grid flex-1 content-start gap-1 p-4 max-sm:content-center sm:p-5">
                <span className="flex items-center justify-between gap-3">
                  <h3 className="text-lg font-semibold tracking-tight">{text.offerings[service].title}</h3>
                  <ArrowRight
                    size={20}
                    aria-hidden
                    className="text-hue-ink transition-transform group-hover:translate-x-1"
                  />
                </span>
                <span className="text-[0.9375rem] text-ink-muted">{text.offerings[service].text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function WhyChoose() {
  const text = useTexts(homeTexts)
  return (
    <section className="border-y border-line bg-surface">
      <div className={cx(gutter, "grid max-w-7xl gap-10 py-16 sm:py-24 lg:grid-cols-[1fr_1.7fr] lg:gap-16")}>
        <div className="lg:sticky lg:top-28 lg:self-start">
          <h2 className="text-title">{text.whyTitle(useBrand().name)}</h2>
          <p className="mt-3 max-w-md text-lead text-ink-muted">{text.whyText}</p>
          <ButtonLink to="/register" size="lg" className="mt-7 max-lg:hidden">
            {text.startLearning}
          </ButtonLink>
        </div>
        <ul className="grid border-t border-line sm:grid-cols-2 sm:gap-x-10">
          {BENEFITS.map(([key, Icon]) => (
            <li key={key} className="flex gap-4 border-b border-line py-6 sm:flex-col sm:gap-3 sm:py-7">
              <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-tint text-primary-text">
                <Icon size={22} strokeWidth={1.75} aria-hidden />
              </span>
              <div className="grid gap-1">
                <h3 className="text-lg leading-snug font-semibold tracking-tight">
                  {text.benefits[key].title}
                </h3>
                <p className="text-ink-muted">{text.benefits[key].text}</p>
              </div>
            </li>
          ))}
        </ul>
        <ButtonLink to="/register" size="lg" className="lg:hidden">
          {text.startLearning}
        </ButtonLink>
      </div>
    </section>
  )
}

export function ClosingCall() {
  const text = useTexts(homeTexts)
  return (
    <section className={cx(gutter, "max-w-7xl pb-16 sm:pb-24")}>
      <div className="ruled-page grid justify-items-start rounded-panel border border-line bg-surface">
        <h2 className="relative top-1 text-title leading-[36px] sm:top-0">{text.closingTitle}</h2>
        <p className="relative top-2 max-w-xl text-lead leading-[36px] text-ink-muted">{text.closingText}</p>
        <div className="mt-9 flex w-full flex-wrap gap-3">
          <ButtonLink to={DEMO_CLASSES} size="lg">
            {text.bookDemoClass}
          </ButtonLink>
          <ButtonLink to="/courses" size="lg" variant="secondary">
            {text.browseCourses}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
