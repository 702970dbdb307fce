"""A program that plays the first legal action, but for the fault that it is started with."""

import json
import os
import sys
import time


def write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def main(fault: str, number: int) -> None:
    """`number` questions are answered well before the fault."""
    if fault == "slow start":
        time.sleep(1.2)
    if fault == "deaf":
        time.sleep(60)
    for line in sys.stdin:
        question = json.loads(line)
        if question["type"] != "act":
            continue
        good = question["legal"][0].encode() + b"\n"
        number -= 1
        if number >= 0:
            write(good)
            continue
        if fault == "hang":
            time.sleep(60)
        elif fault == "late":
            time.sleep(1.5)
        elif fault == "exit":
            os._exit(0)
        elif fault == "crash":
            os._exit(3)
        elif fault == "killed":
            os.kill(os.getpid(), 9)
        elif fault == "answer and exit":
            write(good)
            os._exit(0)
        elif fault == "close output":
            os.close(1)
            time.sleep(60)
        elif fault == "garbage":
            write(b"\xff\xfe\x80 draw\n")
        elif fault == "empty":
            write(b"  \r\n")
        elif fault == "flood":
            while True:
                write(b"x" * 65536)
        elif fault == "flood of lines":
            while True:
                write(b"pass\n" * 10000)
        elif fault == "long":
            write(b"pass" + b" " * 1000 + b"\n")
        elif fault == "drip":
            while True:
                write(b"x")
                time.sleep(0.05)
        elif fault == "twice":
            write(good + good)
        elif fault == "twice, in a while":
            write(good)
            time.sleep(0.3)
            write(good)
        elif fault == "log":
            write(b"Thinking...\n")
            time.sleep(0.3)
            write(good)
        elif fault in ("family", "orphan"):
            import subprocess  # which takes its time

            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
            print("child", child.pid, file=sys.stderr, flush=True)
            if fault == "orphan":
                os._exit(5)
            time.sleep(60)
        else:
            write(good)
    if fault == "stay":
        time.sleep(60)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)
