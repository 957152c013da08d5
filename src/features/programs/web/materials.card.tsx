import { Suspense } from "react"
import type { Material } from "#contract/programs/program-management.ts"
import { latePart } from "#ui/late-part.tsx"

const loadMaterials = async () => (await import("./materials.tsx")).MaterialsPart

const MaterialsPart = import.meta.env.SSR ? await loadMaterials() : latePart(loadMaterials)

/** The material for the students of a program. Its code comes only where there is some. */
export function MaterialsCard({ materials }: { materials: Material[] }) {
  if (materials.length === 0) return null
  return (
    <Suspense fallback={null}>
      <MaterialsPart materials={materials} />
    </Suspense>
  )
}
