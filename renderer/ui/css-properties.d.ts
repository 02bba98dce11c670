import 'react';

declare module 'react' {
  /** CSS custom properties that components set in `style`. */
  interface CSSProperties {
    '--bar-share'?: string;
    '--value-width'?: string;
    '--list-width'?: string;
    '--rail-width'?: string;
    '--total-scale-factor'?: string;
  }
}
