import 'react';

declare module 'react' {
  /** The measures that styles take from the page. */
  interface CSSProperties {
    '--list-width'?: string;
    '--rail-width'?: string;
    '--total-scale-factor'?: string;
  }
}
