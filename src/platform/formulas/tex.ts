import { liteAdaptor } from "mathjax-full/js/adaptors/liteAdaptor.js"
import { RegisterHTMLHandler } from "mathjax-full/js/handlers/html.js"
import { TeX } from "mathjax-full/js/input/tex.js"
import { mathjax } from "mathjax-full/js/mathjax.js"
import { SVG } from "mathjax-full/js/output/svg.js"
import "mathjax-full/js/input/tex/ams/AmsConfiguration.js"
import type TexError from "mathjax-full/js/input/tex/TexError.js"

/** Units of the library's font in a letter's height. */
const UNITS_PER_EM = 1_000

/** A drawing with more letters than this, in which words are drawn within words, is none. */
const LONGEST_BODY = 150_000

const adaptor = liteAdaptor()
RegisterHTMLHandler(adaptor)

/** Thrown out of the library, which would otherwise draw the error. */
class NoFormula extends Error {
  override readonly cause: TexError
  constructor(cause: TexError) {
    super(cause.message)
    this.cause = cause
  }
}

// Without the packages that make links, classes, styles and macros: a formula shows mathematics and nothing else.
const page = mathjax.document("", {
  InputJax: new TeX({
    packages: ["base", "ams"],
    formatError: (_jax: unknown, error: TexError) => {
      throw new NoFormula(error)
    },
  }),
  OutputJax: new SVG({ fontCache: "none" }),
})

export type DrawnTex = {
  tex: string
  /** An svg element's `viewBox` and content, and its size in heights of a letter; null for what is no formula. */
  drawing: { view_box: string; body: string; width: number; height: number } | null
  /** The command that doesn't exist, if that is what is wrong. */
  unknown: string | null
}

/** Draws one formula. There are formulas that take years: `drawFormula` bounds the time. */
export function drawTex(tex: string): DrawnTex {
  try {
    const [element] = adaptor.tags(page.convert(tex, { display: true }), "svg")
    if (!element) return { tex, drawing: null, unknown: null }
    const [view_box, body] = [adaptor.getAttribute(element, "viewBox"), adaptor.innerHTML(element)]
    if (body.length > LONGEST_BODY) return { tex, drawing: null, unknown: null }
    const [, , width = 0, height = 0] = view_box.split(" ").map(Number)
    return {
      tex,
      drawing: {
        ...{ view_box, body },
        width: width / UNITS_PER_EM,
        height: height / UNITS_PER_EM,
      },
      unknown: null,
    }
  } catch (error) {
    if (!(error instanceof NoFormula)) throw error
    const unknown = error.cause.id === "UndefinedControlSequence" ? error.message.split(" ").at(-1) : null
    return { tex, drawing: null, unknown: unknown ?? null }
  }
}
