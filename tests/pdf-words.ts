import { PDFiumLibrary } from "@hyzyla/pdfium"

/** The words of a PDF as people copy them in Chrome, whose own reader this is. */
export async function wordsOfPdf(pdf: Uint8Array): Promise<string> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    return [...document.pages()].map((page) => page.getText()).join("\n")
  } finally {
    library.destroy()
  }
}
