import { ROLES } from "#shared/roles.ts"
import { linkClass } from "#ui/components/link-class.ts"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { pageMeta } from "#ui/page-meta.ts"
import { pagesTexts } from "../account-pages.texts.ts"
import { loadAccountPage, serveSignIn } from "../account-requests.ts"
import { useKeepTarget } from "../form-pieces.tsx"
import type { Route } from "./+types/login.page.ts"
import { SignInPage } from "./sign-in-page.tsx"

export const handle = { static: "visitors", inPlace: true, translated: true }

export function loader(args: Route.LoaderArgs) {
  return loadAccountPage(args, { demo: ROLES })
}

export function action(args: Route.ActionArgs) {
  return serveSignIn(args)
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, pagesTexts[languageOf(matches)].login)
}

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(pagesTexts).login
  const keepTarget = useKeepTarget()
  return (
    <SignInPage
      text={text}
      data={loaderData}
      reply={actionData}
      footer={
        <>
          {text.newHere}{" "}
          <Link to={keepTarget("/register")} className={linkClass}>
            {text.register}
          </Link>
        </>
      }
    />
  )
}
