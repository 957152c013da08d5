import { button, field } from "./places.ts"
import type { Tab } from "./tab.ts"

/** Signs a person in by the form, as they do, and waits for their dashboard. */
export async function signInAs(tab: Tab, email: string, password: string): Promise<void> {
  await tab.open("/auth")
  await tab.fill(field("Email"), email)
  await tab.fill(field("Password"), password)
  await tab.click(button("Sign In"))
  await tab.arrive("-dashboard")
}
