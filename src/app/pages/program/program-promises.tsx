import type { Program } from "#contract/programs/programs.ts"
import { linkClass } from "#ui/components/link-class.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { type PromisedFigures, partsTexts } from "./program-parts.texts.ts"

type PromisesProps = { delivery: Program["delivery"]; figures: PromisedFigures }

/** What is included, the rule of refunds, and answers to what people ask. */
export function ProgramPromises({ delivery, figures }: PromisesProps) {
  const text = useTexts(partsTexts)
  return (
    <>
      <section className="grid gap-4">
        <h2 className="text-heading">{text.included}</h2>
        <ul className="grid max-w-prose list-disc gap-2 pl-6 marker:text-hue-ink">
          {text.includedBy[delivery].map((one) => (
            <li key={one} className="pl-1.5">
              {one}
            </li>
          ))}
        </ul>
      </section>
      <section className="grid gap-4">
        <h2 className="text-heading">{text.refunds}</h2>
        <p className="max-w-prose">
          {text.refundText(figures)}{" "}
          <a href="/terms" className={linkClass}>
            {text.refundLink}
          </a>
        </p>
      </section>
      <section className="grid gap-4">
        <h2 className="text-heading">{text.questions}</h2>
        <div className="divide-y divide-line rounded-card border border-line bg-surface">
          {text.questionsBy(figures, delivery).map(([question, answer]) => (
            <details key={question} className="group">
              <summary className="flex min-h-12 items-center justify-between gap-4 px-4 py-2 font-semibold">
                {question}
                <span aria-hidden className="transition-transform group-open:rotate-45">
                  +
                </span>
              </summary>
              <p className="max-w-prose px-4 pb-4 text-ink-muted">{answer}</p>
            </details>
          ))}
        </div>
      </section>
    </>
  )
}
