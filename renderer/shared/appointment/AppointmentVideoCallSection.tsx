import { Video } from 'lucide-react';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { parseVideoCallAddress, type VideoCallAddressCheck } from '#contract/links.ts';
import type { AppError } from '#contract/result.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { LabelledValue, LabelledValueList, Section } from '#renderer/ui/Section.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { TextValue } from '../record/FieldValue.tsx';
import styles from './appointment.module.css';

interface VideoCallProps {
  readonly videoCall: Appointment['videoCall'];
  /**
   * The notification that contains the address. The main process reads the address from it and never accepts
   * one from the page.
   */
  readonly notification: string;
}

/**
 * The video call of an appointment. An https address is opened in the browser after confirmation; any other
 * address is shown as text only.
 */
export function AppointmentVideoCallSection({ videoCall, notification }: VideoCallProps) {
  const text = useText();
  const { joinUrl, meetingId } = videoCall;
  const address = parseVideoCallAddress(joinUrl, (written) => URL.parse(written));
  return (
    <Section title={text('appointment.call')}>
      <LabelledValueList>
        <LabelledValue label={text('appointment.join')}>
          {address.isOpenable ? (
            <JoinButton host={address.host} notification={notification} />
          ) : (
            <UnopenedVideoLink address={address} joinUrl={joinUrl} />
          )}
        </LabelledValue>
        <LabelledValue label={text('appointment.meetingId')}>
          <TextValue value={meetingId} />
        </LabelledValue>
      </LabelledValueList>
    </Section>
  );
}

interface UnopenedProps {
  readonly address: Extract<VideoCallAddressCheck, { isOpenable: false }>;
  readonly joinUrl: string;
}

function UnopenedVideoLink({ address: { why }, joinUrl }: UnopenedProps) {
  const text = useText();
  return (
    <>
      <TextValue value={joinUrl} />
      {why !== 'none' && <p className="muted">{text(`appointment.callProblem.${why}`)}</p>}
    </>
  );
}

interface JoinButtonProps {
  readonly host: string;
  readonly notification: string;
}

function JoinButton({ host, notification }: JoinButtonProps) {
  const text = useText();
  const { calls } = useStores();
  const [problem, setProblem] = useState<AppError | null>(null);

  async function join(): Promise<void> {
    const answer = await calls['links.openVideoCall']({ notification });
    setProblem(answer.ok ? null : answer.error);
  }

  return (
    <div className={styles.appointmentJoin}>
      <Button
        size="small"
        icon={<Icon shape={Video} size={14} />}
        screenReaderDescription={text('appointment.joinHint')}
        onPress={() => void join()}
      >
        {text('appointment.joinAt', { host })}
      </Button>
      {problem !== null && <p role="alert">{getErrorSentence(problem)}</p>}
    </div>
  );
}
