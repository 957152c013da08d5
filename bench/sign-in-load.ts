import { randomUUID } from "node:crypto"
import { hashPassword } from "better-auth/crypto"
import type { Benchmark } from "./rig/figures.ts"
import { CONNECTIONS, sendLoad } from "./rig/load.ts"
import type { Product } from "./rig/product.ts"
import { alternate, ROUND_MS, showRatio, WARM_UP_MS } from "./rig/rounds.ts"
import type { ProductDatabase } from "./rig/world.ts"

const AT_ONCE = 50
const PASSWORD = "fifty who come at nine"

/** Students who can sign in with the same password, each with an e-mail of their own. */
async function makeAccounts({ pool }: ProductDatabase): Promise<string[]> {
  const ids = Array.from({ length: AT_ONCE }, () => randomUUID())
  await pool.query(
    `with made as (
       insert into users (id, name, email)
       select id, 'Bench Student', id || '@bench.kaksha.example' from unnest($1::uuid[]) as id
       returning id, email),
     profiles as (
       insert into students (user_id, email, first_name, last_name, date_of_birth)
       select id, email, 'Bench', 'Student', '2001-04-12' from made)
     insert into credentials (id, account_id, provider_id, user_id, password)
     select gen_random_uuid(), id, 'credential', id, $2 from made`,
    [ids, await hashPassword(PASSWORD)],
  )
  return ids.map((id) => `${id}@bench.kaksha.example`)
}

async function signIn({ address }: Product, email: string): Promise<void> {
  const answer = await fetch(`${address}/api/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}: ${await answer.text()}`)
}

/** How much longer the catalogue takes while a class of fifty signs in at once. */
export const signInLoad: Benchmark = {
  name: "sign-in-load",
  async run(world) {
    const product = await world.product()
    const emails = await makeAccounts(await world.database())
    const browse = async (ms: number) =>
      (
        await sendLoad(world, {
          host: product.host,
          port: product.port,
          requests: [{ method: "GET", path: "/api/v1/programs", headers: { accept: "application/json" } }],
          repeat: true,
          ms,
        })
      ).p95
    let slowest = 0
    const browseWhileSigningIn = async () => {
      const started = performance.now()
      const signingIn = Promise.all(emails.map((email) => signIn(product, email))).then(() => {
        slowest = Math.max(slowest, performance.now() - started)
      })
      const p95 = await browse(ROUND_MS)
      await signingIn
      return p95
    }
    await browse(WARM_UP_MS)
    const result = await alternate(browseWhileSigningIn, () => browse(ROUND_MS))
    return [
      {
        what: `Catalogue's p95 while ${AT_ONCE} sign in at once`,
        budget: "sign-in-load",
        value: result.ratio,
        shown: `${showRatio(result)}, ${result.product.toFixed(0)} ms`,
        method: `GET /api/v1/programs at ${CONNECTIONS} connections, p95 ${result.product.toFixed(0)} ms against ${result.control.toFixed(0)} ms without sign-ins; the last of the ${AT_ONCE} was in after ${(slowest / 1_000).toFixed(1)} s at most`,
      },
    ]
  },
}
