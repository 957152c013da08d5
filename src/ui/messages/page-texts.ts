import type { Language } from "../language.ts"

/**
 * The texts of a page with scripts, in every language that its document needs: awaited where they are declared, so
 * that they are there before the page is. Servers have all of them; a browser has English with the page's own file,
 * and asks for another language where the document is in it. The switch of the language loads a new document.
 */
export async function pageTexts<T>(
  en: T,
  others: Record<Exclude<Language, "en">, () => Promise<T>>,
): Promise<Record<Language, T>> {
  const isHindi = import.meta.env.SSR || document.documentElement.lang.startsWith("hi")
  return { en, hi: isHindi ? await others.hi() : en }
}

/**
 * The texts of code that runs in browsers alone, in the one language of their document; English on servers and in
 * tests. For what servers render, too, `pageTexts`.
 */
export async function documentTexts<T>(
  en: T,
  others: Record<Exclude<Language, "en">, () => Promise<T>>,
): Promise<T> {
  const texts = await pageTexts(en, others)
  return import.meta.env.SSR || !document.documentElement.lang.startsWith("hi") ? texts.en : texts.hi
}
