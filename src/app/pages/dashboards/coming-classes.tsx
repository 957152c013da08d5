import { Suspense } from "react"
import { programTexts } from "#features/programs/web/texts/program.texts.ts"
import { latePart } from "#ui/late-part.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { ComingClassListProps } from "./coming-class-list.tsx"

const loadList = async () => (await import("./coming-class-list.tsx")).ComingClassList

const ComingClassList = import.meta.env.SSR ? await loadList() : latePart(loadList)

interface ComingClassesProps extends ComingClassListProps {
  /** Shown instead when there are none. */
  none: string
}

/** The next classes of a program. The code of the list comes only where there are some. */
export function ComingClasses({ none, ...list }: ComingClassesProps) {
  const text = useTexts(programTexts)
  return (
    <section className="grid gap-4" aria-labelledby="coming-classes">
      <h2 id="coming-classes" className="text-heading">
        {text.comingTitle}
      </h2>
      {list.classes.length === 0 ? (
        <p className="text-ink-muted">{none}</p>
      ) : (
        <Suspense fallback={null}>
          <ComingClassList {...list} />
        </Suspense>
      )}
    </section>
  )
}
