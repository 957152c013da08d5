import Star from "lucide-react/icons/star"
import testimonials from "#content/testimonials.json" with { type: "json" }
import { Avatar } from "#ui/components/avatar.tsx"
import { Badge } from "#ui/components/badge.tsx"
import { cx } from "#ui/cx.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { gutter } from "#ui/page.tsx"
import { homeTexts } from "./home.texts.ts"

type Testimonial = (typeof testimonials)[number]

/** Four students' testimonials. Each card with sample content says so. */
export function HomeTestimonials() {
  const text = useTexts(homeTexts)
  const hasSamples = testimonials.some(({ sample }) => sample)
  return (
    <section className={cx(gutter, "max-w-7xl py-16 sm:py-24")}>
      <h2 className="text-title">{text.testimonialsTitle}</h2>
      {hasSamples ? <p className="mt-3 max-w-3xl text-ink-muted">{text.testimonialsNote}</p> : null}
      <ul className="mt-9 grid gap-4 sm:gap-5 md:grid-cols-2">
        {testimonials.map((testimonial) => (
          <TestimonialCard key={testimonial.name} testimonial={testimonial} />
        ))}
      </ul>
    </section>
  )
}

function TestimonialCard({ testimonial }: { testimonial: Testimonial }) {
  const text = useTexts(homeTexts)
  const { grade, board, rating, sample } = testimonial
  const { name, subject, content, school } = useLanguage() === "hi" ? testimonial.hi : testimonial
  return (
    <li>
      <figure className="flex h-full flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-7">
        <div className="flex items-center justify-between gap-3">
          <Stars rating={rating} />
          {sample ? <Badge>{text.sample}</Badge> : null}
        </div>
        <blockquote className="text-lead leading-relaxed">{content}</blockquote>
        <figcaption className="mt-auto flex items-center gap-3">
          <Avatar name={name} />
          <div className="text-sm">
            <p className="text-[0.9375rem] font-semibold">{name}</p>
            <p className="text-ink-muted">{text.student(grade, board, subject)}</p>
            <p className="text-ink-muted">{school}</p>
          </div>
        </figcaption>
      </figure>
    </li>
  )
}

function Stars({ rating }: { rating: number }) {
  const text = useTexts(homeTexts)
  return (
    <span role="img" aria-label={text.rated(rating)} className="flex gap-0.5 text-accent">
      {Array.from({ length: rating }, (_, star) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stars are alike and never reordered
        <Star key={star} size={18} fill="currentColor" aria-hidden />
      ))}
    </span>
  )
}
