const SHORTEST = 8
/** Less than this beside one's own names is no secret. */
const OWN_PART_LEFT = 4

let common: Promise<ReadonlySet<string>> | null = null

/**
 * The passwords that were found most often in published breaches, those of 8 characters and more: some 18,000 of
 * the 49,000 that zxcvbn ships (from SecLists and the like). Loaded when first asked for, 400 kB.
 */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) =>
      new Set(dictionary["passwords-common"].map(String).filter((one) => one.length >= SHORTEST)),
  )
  return common
}

type Owner = { email: string; first_name?: string; last_name?: string }

/**
 * The field code of what is wrong with a new password, or null: one that is on the list of breached ones, also
 * with figures and signs at its end, or little more than the person's own name and e-mail.
 */
export async function passwordProblem(password: string, owner: Owner): Promise<string | null> {
  const plain = password.toLowerCase()
  const known = await commonPasswords()
  const stem = plain.replace(/[^\p{L}]+$/u, "")
  if (known.has(plain) || known.has(stem) || /^(.{1,3})\1+$/su.test(plain)) return "PASSWORD_COMMON"
  return isOwnName(plain, owner) ? "PASSWORD_PERSONAL" : null
}

function isOwnName(password: string, { email, first_name = "", last_name = "" }: Owner): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "")
  const [local = "", domain = ""] = email.split("@")
  const own = [local, domain, domain.split(".")[0] ?? "", first_name, last_name]
    .map(letters)
    .filter((part) => part.length >= 3)
    .sort((one, other) => other.length - one.length)
  const rest = own.reduce((left, part) => left.replaceAll(part, ""), letters(password))
  return rest.length < OWN_PART_LEFT && rest.length < letters(password).length
}
