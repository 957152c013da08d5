import ArrowRight from "lucide-react/icons/arrow-right"
import { Link } from "react-router"
import brand from "#content/brand.json" with { type: "json" }
import { ButtonLink } from "#ui/button.tsx"
import { cx } from "#ui/cx.ts"
import { Illustration } from "#ui/illustration.tsx"
import { gutter } from "#ui/page.tsx"
import { benefits, homeText, offerings } from "./home.text.ts"
import { HomeTestimonials } from "./home-testimonials.tsx"

/** The upcoming demo classes, to request one. */
const DEMO_CLASSES = "/live-classes?class_type=demo"

export const handle = { static: true }

export function meta() {
  const title = homeText.title(brand.name)
  return [
    { title },
    { name: "description", content: brand.pitch },
    { property: "og:title", content: title },
    { property: "og:description", content: brand.pitch },
    { property: "og:type", content: "website" },
  ]
}

export default function HomePage() {
  return (
    <>
      <Hero />
      <Offerings />
      <WhyChoose />
      <HomeTestimonials />
      <ClosingCall />
    </>
  )
}

function Hero() {
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
          <p className="max-w-xl text-lead text-ink-muted">{brand.pitch}</p>
          <div className="mt-1 flex flex-wrap gap-3">
            <ButtonLink to={DEMO_CLASSES} size="lg" className="max-sm:w-full">
              {homeText.bookDemo}
            </ButtonLink>
            <ButtonLink to="/live-classes" size="lg" variant="secondary" className="max-sm:w-full">
              {homeText.joinLive}
            </ButtonLink>
          </div>
          <p className="text-sm text-ink-muted">{homeText.heroNote}</p>
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

function Offerings() {
  return (
    <section className={cx(gutter, "max-w-7xl py-16 sm:py-24")}>
      <h2 className="text-title">{homeText.offeringsTitle}</h2>
      <p className="mt-3 max-w-xl text-lead text-ink-muted">{homeText.offeringsText}</p>
      <ul className="mt-9 grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {offerings.map(({ service, image, text }) => (
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
                  <h3 className="text-lg font-semibold tracking-tight">{service}</h3>
                  <ArrowRight
                    size={20}
                    aria-hidden
                    className="text-hue-ink transition-transform group-hover:translate-x-1"
                  />
                </span>
                <span className="text-[0.9375rem] text-ink-muted">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function WhyChoose() {
  return (
    <section className="border-y border-line bg-surface">
      <div className={cx(gutter, "grid max-w-7xl gap-10 py-16 sm:py-24 lg:grid-cols-[1fr_1.7fr] lg:gap-16")}>
        <div className="lg:sticky lg:top-28 lg:self-start">
          <h2 className="text-title">{homeText.whyTitle(brand.name)}</h2>
          <p className="mt-3 max-w-md text-lead text-ink-muted">{homeText.whyText}</p>
          <ButtonLink to="/register" size="lg" className="mt-7 max-lg:hidden">
            {homeText.startLearning}
          </ButtonLink>
        </div>
        <ul className="grid border-t border-line sm:grid-cols-2 sm:gap-x-10">
          {benefits.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-4 border-b border-line py-6 sm:flex-col sm:gap-3 sm:py-7">
              <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-tint text-primary-text">
                <Icon size={22} strokeWidth={1.75} aria-hidden />
              </span>
              <div className="grid gap-1">
                <h3 className="text-lg leading-snug font-semibold tracking-tight">{title}</h3>
                <p className="text-ink-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <ButtonLink to="/register" size="lg" className="lg:hidden">
          {homeText.startLearning}
        </ButtonLink>
      </div>
    </section>
  )
}

function ClosingCall() {
  return (
    <section className={cx(gutter, "max-w-7xl pb-16 sm:pb-24")}>
      <div className="ruled-page grid justify-items-start rounded-panel border border-line bg-surface">
        <h2 className="relative top-1 text-title leading-[36px] sm:top-0">{homeText.closingTitle}</h2>
        <p className="relative top-2 max-w-xl text-lead leading-[36px] text-ink-muted">
          {homeText.closingText}
        </p>
        <div className="mt-9 flex w-full flex-wrap gap-3">
          <ButtonLink to={DEMO_CLASSES} size="lg">
            {homeText.bookDemoClass}
          </ButtonLink>
          <ButtonLink to="/courses" size="lg" variant="secondary">
            {homeText.browseCourses}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
