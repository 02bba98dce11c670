const send = process.send?.bind(process);

/** Reports the title of a window to the process that started the host, if there is a channel. */
export function reportTitle(title: string): void {
  send?.({ type: 'title', title });
}
