import { Suspense } from "react"
import { latePart } from "#ui/late-part.tsx"
import type { CurriculumProps } from "./curriculum.tsx"

const loadCurriculum = async () => (await import("./curriculum.tsx")).CurriculumPart

const CurriculumPart = import.meta.env.SSR ? await loadCurriculum() : latePart(loadCurriculum)

/**
 * A program's video lessons. Their code and texts come only where there are some. Renders nothing without lessons.
 */
export function CurriculumCard(props: CurriculumProps) {
  const { lessons, editable } = props.curriculum
  if (lessons.length === 0 && !editable) return null
  return (
    <Suspense fallback={null}>
      <CurriculumPart {...props} />
    </Suspense>
  )
}
