import { Form } from "react-router"
import { EnrolSubmit } from "#features/programs/web/enrol-button.tsx"
import { programTexts } from "#features/programs/web/texts/program.texts.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Price } from "#ui/components/price.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { ENROL_FORM } from "./enrol-form.ts"

/** The next demo class that takes requests, in the reader's words. */
type Demo = { id: string; label: string } | null

interface ProgramBarProps {
  program: { slug: string; enrolled: boolean; price_paise: number }
  next: { day: string } | null
  demo: Demo
}

/**
 * On phones the price and the two actions, always within reach of the thumb. It takes the place of the navigation, which
 * the header's menu has meanwhile; students who are enrolled keep the navigation.
 */
export function ProgramBar({ program, next, demo }: ProgramBarProps) {
  return (
    <div
      data-no-print
      data-action-bar
      className="sticky bottom-0 z-20 border-t border-line bg-background px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] lg:hidden"
    >
      <div className="mx-auto flex max-w-7xl items-center gap-2.5">
        <p className="mr-auto grid min-w-0 leading-snug">
          <Price paise={program.price_paise} className="text-lg" />
          {next ? <span className="truncate text-[0.8125rem] text-ink-muted">{next.day}</span> : null}
        </p>
        <DemoButton demo={demo} brief />
        <EnrolSubmit program={program} place="details" form={ENROL_FORM} />
      </div>
    </div>
  )
}

/**
 * Requests a seat in the program's next demo class; leads to all demo classes if it has none. A visitor's
 * request is sent after signing in.
 */
export function DemoButton({ demo, brief }: { demo: Demo; brief?: boolean }) {
  const text = useTexts(programTexts)
  if (!demo) {
    return (
      <ButtonLink to="/live-classes?class_type=demo" variant="secondary">
        {brief ? text.freeDemo : text.demos}
      </ButtonLink>
    )
  }
  return (
    <Form method="post" action={`/class/${demo.id}`} className="grid">
      <input type="hidden" name="class_id" value={demo.id} />
      <Button
        type="submit"
        name="intent"
        value="request-demo"
        variant="secondary"
        className="whitespace-normal!"
      >
        {brief ? text.freeDemo : demo.label}
      </Button>
    </Form>
  )
}
