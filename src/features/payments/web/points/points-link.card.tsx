import { ButtonLink } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { POINTS_PATH } from "../../paths.ts"
import { pointsTexts } from "./points.texts.ts"

/** Leads to the family's points and credit. */
export function PointsLink() {
  const text = useTexts(pointsTexts)
  return (
    <ButtonLink to={POINTS_PATH} reloadDocument variant="secondary" className="justify-self-start">
      {text.title}
    </ButtonLink>
  )
}
