#!/usr/bin/env python3
"""`mattetool batch` against moto's server of object storage, through a proxy that fails: photos in one bucket, results in
another, workers that are killed, two at the same work, credentials that are wrong and a bucket that vanishes.

    many-photos.py MATTETOOL SAMPLE PHOTOS

Nothing may be lost, nothing made twice, and what cannot be done must say why. Called by Scripts/nightly.d/object-storage.
"""
import atexit, json, os, pathlib, random, signal, socket, subprocess, sys, tempfile, time, urllib.request

import boto3
from botocore.config import Config

tool, sample, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
here = pathlib.Path(__file__).parent
folder = tempfile.TemporaryDirectory()
work = pathlib.Path(folder.name)
started, chance = [], random.Random(28)
EFFECT = ["hide-codes", "--progress", "none"]


@atexit.register
def end_all():
    for process in started:
        process.kill()


def say(text):
    print(f"object-storage: {text}", flush=True)


def check(condition, text):
    if not condition:
        sys.exit(f"object-storage: {text}")


def start(*command, **variables):
    log = open(work / f"log-{len(started)}", "w")
    process = subprocess.Popen(command, env={**os.environ, **variables}, stdout=log, stderr=log)
    started.append(process)
    return process


def proxy(share):
    """An unreliable way to the store: its address, and what ends it and tells what was written."""
    name = str(len(started))
    process = start(sys.executable, str(here / "unreliable-proxy.py"), str(port), str(work / f"port-{name}"),
                    str(work / f"counts-{name}"), str(share))
    while not (work / f"port-{name}").exists():
        check(process.poll() is None, "the proxy did not start")
        time.sleep(0.01)

    def finish():
        process.terminate()
        process.wait()
        return json.loads((work / f"counts-{name}").read_text())

    return "http://127.0.0.1:" + (work / f"port-{name}").read_text(), finish


def mattetool(*arguments, endpoint, key=None, report=None):
    key = key or keys
    variables = dict(os.environ, AWS_ACCESS_KEY_ID=key[0], AWS_SECRET_ACCESS_KEY=key[1], AWS_REGION="us-east-1",
                     AWS_CONFIG_FILE="/dev/null", AWS_SHARED_CREDENTIALS_FILE="/dev/null")
    more = ["--report", str(report)] if report else []
    return subprocess.Popen([tool, *arguments, "--s3-endpoint", endpoint, *more], env=variables, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, text=True)


def results(prefix):
    found = {}
    for page in store.get_paginator("list_objects_v2").paginate(Bucket="results", Prefix=prefix):
        for item in page.get("Contents", []):
            found[item["Key"][len(prefix):]] = store.get_object(Bucket="results", Key=item["Key"])["Body"].read()
    return found


def summary(report):
    return json.loads(report.read_text().splitlines()[-1])["summary"]


with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
say("starting moto's server")
start(sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port))
while True:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1)
        break
    except OSError:
        check(started[0].poll() is None, "moto's server did not start")
        time.sleep(0.1)
direct = dict(region_name="us-east-1", endpoint_url=f"http://127.0.0.1:{port}", config=Config(retries={"max_attempts": 1}))
first = dict(aws_access_key_id="first", aws_secret_access_key="first")
iam = boto3.client("iam", **direct, **first)
iam.create_user(UserName="worker")
iam.put_user_policy(UserName="worker", PolicyName="all", PolicyDocument=json.dumps(
    {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}))
access = iam.create_access_key(UserName="worker")["AccessKey"]
keys = (access["AccessKeyId"], access["SecretAccessKey"])
store = boto3.client("s3", **direct, aws_access_key_id=keys[0], aws_secret_access_key=keys[1])
for name in ("photos", "results"):
    store.create_bucket(Bucket=name)


def check_signatures(after):
    """Has moto check signatures from so many requests on. It does so with what is left of an address when it was decoded and
    encoded again, so that only plain names pass, whoever signs."""
    urllib.request.urlopen(urllib.request.Request(
        f"http://127.0.0.1:{port}/moto-api/reset-auth", data=str(after).encode(), method="POST",
        headers={"Content-Type": "text/plain"}))


say(f"{number} photos")
(work / "in").mkdir()
for index in range(number):
    name = f"{index % 7}/photo {index}.jpg" if index % 3 else f"photo-{index}.jpg"
    (work / "in" / name).parent.mkdir(exist_ok=True)
    # Each another, by a comment.
    picture = pathlib.Path(sample).read_bytes()
    comment = f"photo {index}".encode()
    marked = picture[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + picture[2:]
    (work / "in" / name).write_bytes(marked)
    store.put_object(Bucket="photos", Key=f"in/{name}", Body=marked)
subprocess.run([tool, "batch", *EFFECT, "-r", work / "in", "-o", work / "undisturbed"], check=True)
expected = {str(path.relative_to(work / "undisturbed")): path.read_bytes()
            for path in (work / "undisturbed").rglob("*.jpg")}
check(len(expected) == number, "the undisturbed run is not whole")

endpoint, finish = proxy(0.1)
begin, kills, rounds = time.time(), 0, 0
while True:
    rounds += 1
    check(rounds < 200, "it does not end")
    process = mattetool("batch", *EFFECT, "-r", "s3://photos/in", "-o", "s3://results/out", endpoint=endpoint,
                        report=work / "report")
    try:
        process.wait(timeout=chance.uniform(0.5, 3) if kills < 10 else 600)
    except subprocess.TimeoutExpired:
        check(kills < 10, "it takes too long")
        process.kill()
        process.wait()
        kills += 1
        continue
    errors = process.stderr.read()
    check(process.returncode == 0, f"ended with {process.returncode}: {errors}")
    if kills >= 10 or summary(work / "report")["unchanged"] == number:
        break
last = summary(work / "report")
counts = finish()
check(results("out/") == expected, "results are not those of the undisturbed run")
written = [path for path in counts["written"] if path.startswith("/results/")]
check(len(written) == number, f"{len(written)} objects were written")
check(all(count == 1 for count in counts["written"].values()), "an object was written twice")
check(last["done"] + last["unchanged"] == number and last["failed"] == 0, f"the last run says {last}")
check(kills > 0, "no worker was killed")
say(f"{kills} kills, {rounds} runs, {counts['requests']} requests of which {counts['503']} 503, {counts['slow']} slow, "
    f"{counts['reset']} reset, {counts['lost']} lost, {counts['half']} half; every result once and whole, "
    f"{time.time() - begin:.0f} s")

endpoint, finish = proxy(0)
process = mattetool("batch", *EFFECT, "-r", "s3://photos/in", "-o", "s3://results/out", endpoint=endpoint,
                    report=work / "report")
check(process.wait() == 0 and summary(work / "report")["unchanged"] == number, "a second run makes something anew")
counts = finish()
check(not counts["written"], "a second run writes")
say(f"a run that has nothing to do: {counts['requests']} requests, {summary(work / 'report')['seconds']} s")

endpoint, finish = proxy(0.05)
pair = [mattetool("batch", *EFFECT, "-r", "s3://photos/in", "-o", "s3://results/pair", endpoint=endpoint,
                  report=work / f"report-{index}") for index in range(2)]
check(all(process.wait() == 0 for process in pair), "two at the same work failed: " + pair[0].stderr.read() + pair[1].stderr.read())
counts = finish()
done = [summary(work / f"report-{index}")["done"] for index in range(2)]
check(results("pair/") == expected and sum(done) == number, f"two at the same work made {done}")
check(all(count == 1 for count in counts["written"].values()), "two at the same work wrote an object twice")
say(f"two at the same work made {done[0]} and {done[1]}")

endpoint, finish = proxy(0)
store.put_object(Bucket="photos", Key="plain.jpg", Body=pathlib.Path(sample).read_bytes())
check_signatures(0)
process = mattetool("inspect", "s3://photos/plain.jpg", endpoint=endpoint)
check(process.wait() == 0, f"the signature is not accepted: {process.stderr.read()}")
for key, code in ((keys[0], "wrong"), "SignatureDoesNotMatch"), (("AKIANOBODY", "wrong"), "InvalidAccessKeyId"):
    process = mattetool("batch", *EFFECT, "s3://photos/in", "-o", "s3://results/x", endpoint=endpoint, key=key)
    errors = process.stderr.read()
    check(process.wait() == 73 and code in errors and "credentials are not accepted" in errors, f"{code}: {process.returncode} {errors}")
check_signatures(1e9)
say("moto accepts the signature; wrong credentials are said to be that, 73")

process = mattetool("batch", *EFFECT, "-r", "s3://photos/in", "-o", "s3://results/gone", endpoint=endpoint)
while not store.list_objects_v2(Bucket="results", Prefix="gone/").get("KeyCount"):
    check(process.poll() is None, "it ended before a result")
    time.sleep(0.02)
# A bucket that is still written to is not empty when it is to be removed.
for _ in range(1000):
    try:
        items = [{"Key": item["Key"]} for item in store.list_objects_v2(Bucket="results").get("Contents", [])]
        if items:
            store.delete_objects(Bucket="results", Delete={"Objects": items})
        store.delete_bucket(Bucket="results")
        break
    except store.exceptions.ClientError:
        continue
begin = time.time()
errors = process.stderr.read()
check(process.wait() == 73 and "there is no such bucket" in errors and errors.count("\n") < 10, f"{process.returncode}: {errors}")
say(f"a bucket that vanished ended the run after {time.time() - begin:.1f} s, 73")
finish()

# A result of more than 64 MiB, in parts.
store.create_bucket(Bucket="results")
endpoint, finish = proxy(0)
large = work / "large.png"
subprocess.run(["convert", "-size", "1500x1500", "plasma:", "-scale", "5600x5600!", str(large)], check=True)
store.put_object(Bucket="photos", Key="large.png", Body=large.read_bytes())
for place in f"s3://results/large.tif", str(work / "large.tif"):
    process = mattetool("apply-effect", "hide-codes", "s3://photos/large.png", "-o", place, endpoint=endpoint)
    check(process.wait() == 0, process.stderr.read())
size = (work / "large.tif").stat().st_size
check(size > 64 << 20, f"the large result has only {size} bytes")
check(store.get_object(Bucket="results", Key="large.tif")["Body"].read() == (work / "large.tif").read_bytes(), "the large result")
finish()
say(f"a result of {size >> 20} MiB came whole, in parts")
