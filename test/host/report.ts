const send = process.send?.bind(process);

/** Tells whoever started the host, and listens, that a window has got that title. */
export function reportTitle(title: string): void {
  send?.({ type: 'title', title });
}
